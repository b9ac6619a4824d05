/** Actions as short texts for the log, with the names of places instead of their ids. */

import type { Spot } from "../wire";
import { eventText } from "./turns";

const escaped = (text: string) => text.replaceAll(/[^\w]/g, "\\$&");

/** What a place is called in a notation: a plain square by its id, `e4^` as `e4 in Heaven`. */
function shortName({ id, label }: Spot): string {
    const name = label.split(/, |: /)[0] ?? id;
    return name.startsWith(`${id} `) ? id : name;
}

/** A sequence of places. Squares of the same board share its name: `f6–g4 in Heaven`. */
function joined(ids: string[], names: Map<string, string>): string {
    const list = ids.map((id) => names.get(id) ?? id);
    if (list.every((name, i) => name === ids[i])) return list.join("");
    const [heads, boards] = [list.map((name) => name.split(" ")[0]!), list.map((name) => name.replace(/^\S+/, ""))];
    return new Set(boards).size === 1 ? `${heads.join("–")}${boards[0]}` : list.join("–");
}

/** The notation of the games with these places. */
export function notationOf(spots: Spot[]): (event: string) => string {
    const names = new Map(spots.filter(({ site }) => site.on === "plane").map((spot) => [spot.id, shortName(spot)]));
    if ([...names].every(([id, name]) => id === name)) return (event) => eventText(event);
    const one = [...names.keys()]
        .sort((a, b) => b.length - a.length)
        .map(escaped)
        .join("|");
    const [run, each] = [new RegExp(`(?:${one})+`, "g"), new RegExp(one, "g")];
    return (event) => {
        const named = event.replace(run, (ids) => `\uE000${joined(ids.match(each) ?? [], names)}\uE001`);
        return eventText(named)
            .replaceAll(/(?<=\w)\uE000/g, " ")
            .replaceAll(/[\uE000\uE001]/g, "");
    };
}
