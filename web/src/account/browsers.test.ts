import { expect, test } from "vitest";
import { browserName } from "./browsers";

test("a user agent with several names gives the real browser", () => {
    const linux = "Mozilla/5.0 (X11; Linux x86_64)";
    expect(browserName(`${linux} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36`)).toBe(
        "Chrome on Linux",
    );
    expect(browserName(`${linux} AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0`)).toBe("Edge on Linux");
    expect(browserName("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15")).toBe(
        "Safari on macOS",
    );
    expect(browserName("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Firefox/127.0")).toBe("Firefox on Android");
    expect(browserName("curl/8.5.0")).toBe("curl/8.5.0");
    expect(browserName("")).toBe("An unknown program");
});
