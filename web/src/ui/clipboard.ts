/**
 * Copies a text to the clipboard. Returns false if the browser refuses. Pages on plain http, as in a home network, have no
 * clipboard API: there this copies a selected text instead.
 */
export async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copySelected(text);
    }
}

function copySelected(text: string): boolean {
    const focused = document.activeElement;
    const field = document.createElement("textarea");
    field.value = text;
    field.classList.add("visually-hidden");
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
