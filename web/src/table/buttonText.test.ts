import { expect, test } from "vitest";
import type { Choice, Touch } from "../wire";
import { buttonDescription } from "./buttonText";

const game = {
    kinds: [
        { id: "leopard", name: "Leopard", letters: "L", art: "", text: "Jumps up to two squares.", rule: "pieces" },
    ],
    topics: [{ id: "wizard-hat", name: "Wizard Hat", text: "Immune to Fire and Ice.", rule: "upgrades" }],
};

function describe(label: string, words: string, topic?: string): string {
    const button: Touch = { touch: "button", id: label, label, ...(topic ? { topic } : {}) };
    const choices: Choice[] = [{ action: label, touches: [button], words }];
    return buttonDescription(game, choices, [], button as Extract<Touch, { touch: "button" }>);
}

test("a button is described by its topic, also if that is a kind of piece", () => {
    expect(describe("Wizard Hat", "upgrade: Wizard Hat", "wizard-hat")).toBe("Immune to Fire and Ice.");
    expect(describe("Leopard", "promote to Leopard", "leopard")).toBe("Jumps up to two squares.");
});

test("without a topic its action's words describe it, if they say more than its label", () => {
    expect(describe("Stop", "stop", "unknown")).toBe("");
    expect(describe("Pass", "pass: nothing else can be done")).toBe("nothing else can be done");
    expect(describe("rows", "destroy the outermost rows")).toBe("destroy the outermost rows");
    expect(describe("Shoot", "Archer c4 shoots at Knight e3")).toBe("Archer c4 shoots at Knight e3");
});
