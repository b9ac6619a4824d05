/** The build step of lesson files: a module imports them as objects, so that no TOML is read in the browser. */

import { parse } from "smol-toml";
import type { Plugin } from "vite";

export function lessons(): Plugin {
    return {
        name: "lessons",
        transform: {
            filter: { id: /\.toml$/ },
            handler: (text) => ({ code: `export default ${JSON.stringify(parse(text))};`, map: null }),
        },
    };
}
