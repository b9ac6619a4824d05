/** For the tests: finds texts for people, and the use of messages, in the sources of the page. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type AST } from "svelte/compiler";

export const SOURCE = join(import.meta.dirname, "..");

export interface Source {
    /** The path in `src/`. */
    name: string;
    text: string;
}

export const sources: Source[] = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|^(fixtures|wire|messages)\//.test(name))
    .map((name) => ({ name, text: readFileSync(join(SOURCE, name), "utf8") }));

/** Attributes that people read or hear. */
const SPOKEN = new Set([
    "alt",
    "aria-description",
    "aria-label",
    "aria-roledescription",
    "label",
    "placeholder",
    "title",
]);

/** Words in code that are no texts: keys of a keyboard, motions of pieces, names of products, names that are stored. */
const NAMES = new Set([
    ..."ArrowDown ArrowLeft ArrowRight ArrowUp Backspace Enter Escape PageDown PageUp".split(" "),
    ..."Carried Jump Straight".split(" "),
    ..."Android Chrome ChromeOS Edge Firefox Linux Menagerie Opera Safari Windows".split(" "),
    ...["Samsung Internet", "Bearer", "Guest", "You", "spectator"],
]);

/** Whether a string in code reads like a text for people: a capital and a space, or two plain words. */
const isSentence = (text: string) =>
    !NAMES.has(text) &&
    (/^(?=.*[a-z]{2})[A-Z].* /.test(text) || /(^|[\s(])[a-z]{2,},? [a-z]{2,}([\s,.!?)]|$)/.test(text));

/** Whether a string in code may be a text for people: a sentence, or one capitalised word. */
const isText = (text: string) => isSentence(text) || (/^[A-Z][a-z]+$/.test(text) && !NAMES.has(text));

/** A spoken attribute with a text, in HTML that a script writes. */
const SPOKEN_HTML = new RegExp(`\\b(${[...SPOKEN].join("|")})="[^"]*[a-z]{2}`);

/** Whether a part of a template has a word that stands alone, as in `${n} games`. Tags of HTML do not count. */
const isPiece = (text: string) => {
    const words = text.replace(/^[^<>]*>/, "").replaceAll(/<[^>]*(>|$)/g, " ");
    return !NAMES.has(text.trim()) && (SPOKEN_HTML.test(text) || /(^|\s)[A-Z]?[a-z]+\s|\s[a-z]{2,}/.test(words));
};

interface Node {
    type: string;
    [field: string]: unknown;
}

/** A file as a component: a script alone becomes the script of one. */
export const componentOf = ({ name, text }: Source) =>
    name.endsWith(".ts") ? `<script lang="ts">${text}</script>` : text;

const trees = new Map<string, AST.Root>();

/** The syntax tree of a component. Two searches read it. */
function tree(component: string): AST.Root {
    const known = trees.get(component) ?? parse(component, { modern: true });
    trees.set(component, known);
    return known;
}

/** The readable texts that stand in a component's markup. */
export function literals(component: string): string[] {
    const found: string[] = [];
    const keep = (text: string) => /[A-Za-z]{2}/.test(text) && found.push(text.trim());
    const visit = (node: unknown, spoken: boolean): void => {
        if (Array.isArray(node)) return node.forEach((child) => visit(child, spoken));
        if (!node || typeof node !== "object") return;
        const { type } = node as { type?: string };
        if (type === "StyleDirective" || (node as { name?: string }).name === "code") return;
        if (type === "Text") {
            if (spoken) keep((node as AST.Text).data);
            return;
        }
        if (type === "Literal") {
            const { value } = node as { value: unknown };
            if (spoken && typeof value === "string" && isText(value)) keep(value);
            return;
        }
        if (type === "TemplateElement") {
            const { value } = node as { value: { cooked: string } };
            if (spoken && isPiece(value.cooked)) keep(value.cooked);
            return;
        }
        if (type === "Attribute") {
            const { name, value } = node as AST.Attribute;
            return visit(value, SPOKEN.has(name));
        }
        for (const [key, child] of Object.entries(node)) if (!/^(parent|loc|metadata)$/.test(key)) visit(child, spoken);
    };
    visit(tree(component).fragment, true);
    return found;
}

/** The errors that a program makes for programmers. Other errors are shown to people. */
const INTERNAL = /^(Range|Reference|Syntax|Type)?Error$/;
/** Calls that take a CSS selector. */
const SELECTS = /^(closest|matches|querySelector|querySelectorAll)$/;

/** The strings of a component's scripts that read like texts for people. */
export function scripted(component: string): string[] {
    const found: string[] = [];
    const visit = (node: unknown): void => {
        if (Array.isArray(node)) return node.forEach(visit);
        if (!node || typeof node !== "object" || isNotShown(node as Node)) return;
        const { type, value, expressions, quasis, consequent } = node as Node;
        if (type === "SwitchCase") return visit(consequent);
        if (type === "Literal" && typeof value === "string" && isText(value)) found.push(value);
        if (type === "TemplateLiteral") {
            const isShown = (expressions as Node[]).length > 0 ? isPiece : isText;
            const pieces = (quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked);
            found.push(...pieces.filter(isShown));
        }
        for (const [key, child] of Object.entries(node)) if (!/^(parent|loc|metadata)$/.test(key)) visit(child);
    };
    const { instance, module } = tree(component);
    visit([module?.content, instance?.content]);
    return found;
}

/** Whether no string directly under a node is shown: errors for programmers, selectors, types, comparisons. */
function isNotShown(node: Node): boolean {
    const callee = node.callee as Node | undefined;
    if (node.type === "NewExpression") return INTERNAL.test(callee!.name as string);
    if (node.type === "CallExpression") return SELECTS.test((callee!.property as Node | undefined)?.name as string);
    if (node.type === "TSLiteralType") return true;
    const isLiteral = (side: unknown) => (side as Node | null)?.type === "Literal";
    if (node.type === "BinaryExpression" && /^[!=]==$/.test(node.operator as string))
        return isLiteral(node.left) || isLiteral(node.right);
    return false;
}

export interface Call {
    /** The file. */
    name: string;
    key: string;
    /** All keys of the same call: `t(own ? "a" : "b")` has two. */
    siblings: string[];
    /** The names of the parameters that the call gives; null if it passes on others that cannot be known. */
    given: string[] | null;
}

/** The calls of `t` and the uses of `Message` whose keys are written there. */
export function calls(files: Source[] = sources): Call[] {
    return files.flatMap((file) => {
        const { name } = file;
        const found: Call[] = [];
        const add = (keys: string[], given: string[] | null) =>
            found.push(...keys.map((key) => ({ name, key, siblings: keys, given })));
        visitNodes(tree(componentOf(file)), (node) => {
            if (node.type === "CallExpression" && (node.callee as Node).name === "t") {
                const [key, parameters] = node.arguments as Node[];
                add(keysIn(key), parameters ? namesIn(parameters) : []);
            }
            if (node.type === "Component" && node.name === "Message") addMessage(node, add);
        });
        return found;
    });
}

function addMessage(node: Node, add: (keys: string[], given: string[] | null) => void): void {
    const attributes = (node.attributes as Node[]).map(({ name, value }) => {
        const inside = [value].flat()[0] as Node;
        return { name: name as string, value: (inside.expression ?? inside) as Node };
    });
    const valueOf = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value;
    const params = valueOf("params");
    const plain = params ? namesIn(params) : [];
    const elements = attributes.map(({ name }) => name).filter((name) => name !== "id" && name !== "params");
    const snippets = (node.fragment as { nodes: Node[] }).nodes
        .filter(({ type }) => type === "SnippetBlock")
        .map(({ expression }) => (expression as Node).name as string);
    add(keysIn(valueOf("id")), plain && [...plain, ...elements, ...snippets]);
}

function visitNodes(node: unknown, see: (node: Node) => void): void {
    if (Array.isArray(node)) return node.forEach((child) => visitNodes(child, see));
    if (!node || typeof node !== "object") return;
    if ("type" in node) see(node as Node);
    for (const [key, child] of Object.entries(node)) if (!/^(parent|loc|metadata)$/.test(key)) visitNodes(child, see);
}

function keysIn(node: Node | undefined): string[] {
    if (node?.type === "Literal") return [node.value as string];
    if (node?.type === "Text") return [node.data as string];
    if (node?.type === "ConditionalExpression")
        return [node.consequent, node.alternate].flatMap((one) => keysIn(one as Node));
    return [];
}

function namesIn(node: Node): string[] | null {
    if (node.type !== "ObjectExpression") return null;
    const properties = node.properties as Node[];
    if (properties.some(({ type }) => type === "SpreadElement")) return null;
    return properties.map(({ key }) => (key as Node).name as string);
}
