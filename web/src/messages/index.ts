/** The page's texts. `messages/en.ftl` holds them, one file per language, in the Fluent format. */

import { FluentBundle, type FluentResource, type FluentVariable } from "@fluent/bundle";
import type { Messages } from "../../messages/plugin";

/** The language of the texts. There is one so far. */
const LANGUAGE = "en";

// No isolation marks (U+2068): the texts are compared and copied as they are shown.
const bundle = new FluentBundle(LANGUAGE, { useIsolating: false });

/** Adds messages. The build gives every module a call with those that it uses (`messages/plugin.ts`). */
export function add(messages: Messages): void {
    const body = Object.entries(messages).map(([id, value]) => ({ id, value, attributes: {} }));
    bundle.addResource({ body } as FluentResource);
}

export type Parameters = Record<string, FluentVariable>;

/** The text with this key. The key itself, where there is no such text. */
export function t(key: string, parameters?: Parameters): string {
    const pattern = bundle.getMessage(key)?.value;
    return pattern ? bundle.formatPattern(pattern, parameters, []) : key;
}
