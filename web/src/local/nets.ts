/** The nets of the games, if they were built. They are loaded when a search needs them. */

const urls = import.meta.glob<string>("./nets/*.net", { query: "?url", import: "default", eager: true });

/** The address of a game's net; undefined for a game without one. The name may have options. */
export function netUrl(game: string): string | undefined {
    return urls[`./nets/${game.split(":")[0]}.net`];
}
