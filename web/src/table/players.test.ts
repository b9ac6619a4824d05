import { expect, test } from "vitest";
import type { Player } from "../wire";
import { playerName } from "./players";

test("a guest without a name is You on this screen and Guest elsewhere", () => {
    const guest = (name: string) => ({ kind: "person", name, account: null, rating: null, bot: false }) as const;
    for (const name of ["Guest", "You"]) {
        expect(playerName(guest(name))).toBe("Guest");
        expect(playerName(guest(name), true)).toBe("You");
    }
    // The server leaves out empty fields.
    const short = { kind: "person", name: "Guest", bot: false } as Player;
    expect(playerName(short, true)).toBe("You");
    expect(playerName(guest("Ann"), true)).toBe("Ann");
});
