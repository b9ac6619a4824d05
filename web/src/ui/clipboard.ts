/**
 * Puts a text onto the clipboard; false where the browser does not let it. On plain http, as in a home network, browsers
 * have no clipboard for pages: there a text that is marked can still be copied.
 */
export async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyMarked(text);
    }
}

function copyMarked(text: string): boolean {
    const focused = document.activeElement;
    const field = document.createElement("textarea");
    field.value = text;
    field.classList.add("hidden-words");
    document.body.append(field);
    field.select();
    try {
        return document.execCommand("copy");
    } catch {
        return false;
    } finally {
        field.remove();
        if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    }
}
