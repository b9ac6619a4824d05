/** Names of browsers, from the user agent of a session. */

import { t } from "../messages";

/** The order matters: most user agents also contain the names of browsers further down. */
const BROWSERS: [sign: RegExp, name: string][] = [
    [/Edg(e|A|iOS)?\//, "Edge"],
    [/OPR\/|Opera/, "Opera"],
    [/SamsungBrowser\//, "Samsung Internet"],
    [/Firefox\/|FxiOS\//, "Firefox"],
    [/Chrome\/|Chromium\/|CriOS\//, "Chrome"],
    [/Safari\//, "Safari"],
];
const SYSTEMS: [sign: RegExp, name: string][] = [
    [/iPhone|iPad/, "iOS"],
    [/Android/, "Android"],
    [/Windows/, "Windows"],
    [/Mac OS X|Macintosh/, "macOS"],
    [/CrOS/, "ChromeOS"],
    [/Linux|X11/, "Linux"],
];

/** `Firefox on Linux`. A program that is no browser keeps its user agent. */
export function browserName(agent: string): string {
    const named = (list: typeof BROWSERS) => list.find(([sign]) => sign.test(agent))?.[1];
    const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
    if (!browser) return agent.trim() || t("account-browser-unknown");
    return system ? t("account-browser-on-system", { browser, system }) : browser;
}
