import { expect, test } from "vitest";
import { isLocalOnly, parseTableCode, publicOrigin } from "./invite";

test("links use the public address, never a loopback address", () => {
    const reach = { version: "1", reach: "http://192.168.1.7:7777/", how: null };
    expect(publicOrigin("http://127.0.0.1:7777", reach)).toBe("http://192.168.1.7:7777");
    expect(publicOrigin("https://play.example", reach)).toBe("https://play.example");
    expect(isLocalOnly("http://localhost:7777", { ...reach, reach: null })).toBe(true);
    expect(isLocalOnly("http://localhost:7777", reach)).toBe(false);
});

test("a link or a code names a table", () => {
    expect(parseTableCode("https://play.example/t/k3x9AbCd")).toBe("k3x9AbCd");
    expect(parseTableCode(" k3x9AbCd ")).toBe("k3x9AbCd");
    expect(parseTableCode("hello there!")).toBe(null);
});
