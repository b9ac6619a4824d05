import { expect, test } from "vitest";
import { backoff } from "./backoff";

test("the pause doubles, stays under ten seconds and has jitter", () => {
    expect(backoff(0, 0)).toBe(200);
    expect(backoff(3, 1)).toBe(3200);
    expect(backoff(99, 1)).toBe(10_000);
    expect(backoff(2, 0.2)).not.toBe(backoff(2, 0.8));
});
