/** The address of the module, if it was built. */

const modules = import.meta.glob<string>("./menagerie.wasm", { query: "?url", import: "default", eager: true });

/** Undefined in a build without the module. */
export const moduleUrl: string | undefined = Object.values(modules)[0];
