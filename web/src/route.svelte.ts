/** The router: reads the screen from the address, so every screen has a link. */

// The server reads the same list and answers every other address with 404.
import screens from "./screens.json";

export type Route =
    | { screen: "start" }
    | { screen: "table"; id: string }
    | { screen: "review"; id: string }
    | { screen: "rules"; game: string; rule: string | null }
    | { screen: "editor"; game: string; position: string | null }
    | { screen: "learn"; game: string; level: string | null }
    | { screen: "puzzles"; game: string; part: string | null }
    | { screen: "study"; id: string }
    | { screen: "profile"; name: string }
    | { screen: "not-found" };

/** Screens by the first segment of the path. */
const SCREENS = new Map<string, string>(Object.entries(screens));

/** `/`, `/t/ID`, `/review/ID`, `/rules/GAME?rule=ID`, `/board/GAME?position=TEXT`, `/learn/GAME/LEVEL`, `/puzzles/GAME/PART`, `/study/ID`, `/u/NAME`. */
export function parseRoute(path: string, search: string): Route {
    const [first = "", second = "", third = ""] = path.split("/").filter(Boolean).map(decoded);
    if (first === "") return { screen: "start" };
    if (second === "" && first !== "puzzles") return { screen: "not-found" };
    switch (SCREENS.get(first)) {
        case "table":
            return { screen: "table", id: second };
        case "review":
            return { screen: "review", id: second };
        case "rules":
            return { screen: "rules", game: second, rule: new URLSearchParams(search).get("rule") };
        case "editor":
            return { screen: "editor", game: second, position: new URLSearchParams(search).get("position") };
        case "learn":
            return { screen: "learn", game: second, level: third || null };
        case "puzzles":
            return { screen: "puzzles", game: second, part: third || null };
        case "study":
            return { screen: "study", id: second };
        case "profile":
            return { screen: "profile", name: second };
        default:
            return { screen: "not-found" };
    }
}

function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

export const route: { now: Route } = $state({ now: { screen: "start" } });

function update(): void {
    route.now = parseRoute(location.pathname, location.search);
}

export function go(path: string): void {
    history.pushState(null, "", path);
    update();
    scrollTo(0, 0);
}

/** Handles the back button, and clicks on links that stay inside the page. */
export function startRouter(): void {
    update();
    addEventListener("popstate", update);
    document.addEventListener("click", (event) => {
        const link = (event.target as Element).closest("a");
        const plain =
            event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented;
        if (!link || !plain || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
        if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
        event.preventDefault();
        go(link.pathname + link.search);
    });
}
