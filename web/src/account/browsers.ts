/** Sessions and dates in words. */

/** In this order: most browsers also claim to be those below them. */
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

/** `Firefox on Linux`; what is no browser keeps its own words. */
export function browserName(agent: string): string {
    const named = (list: typeof BROWSERS) => list.find(([sign]) => sign.test(agent))?.[1];
    const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
    if (!browser) return agent.trim() || "An unknown program";
    return system ? `${browser} on ${system}` : browser;
}

const DAY = 86_400_000;

/** `today`, `yesterday`, `12 November 2026`. */
export function day(at: number, now = Date.now()): string {
    const start = new Date(now).setHours(0, 0, 0, 0);
    if (at >= start) return "today";
    if (at >= start - DAY) return "yesterday";
    return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
