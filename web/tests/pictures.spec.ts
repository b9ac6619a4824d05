import { expect, test } from "@playwright/test";
import { type GameId, place } from "./player";

// Screenshots for the README: `npm run pictures` writes them into docs/pictures/page.
test.skip(!process.env.PICTURES, "only on demand");

const DESKTOP = { width: 1120, height: 640 };
const PHONE = { width: 390, height: 760 };

/** A screenshot's name, its position (null for the start screen), its size and colour scheme. */
const PICTURES: [
    name: string,
    shown: [GameId, string] | null,
    viewport: { width: number; height: number },
    colorScheme: "light" | "dark",
][] = [
    ["start", null, DESKTOP, "light"],
    [
        "heaven-hell",
        [
            "heaven-hell",
            "w1 Fb1,Kd1,Pf2,Ph2m,Qb3x,Cc3,pc4c,Pe4,md5,pf5,Xg5,lc6x,pf7,ph7,rb8,kg8,ne3^,Mc4^x,Nf6^,Ge7^,bd3_ms2,Qf5_*2m,Ib7_ d4i,e5f,f3^o,b6^$2,c6_o,g6_f - 7/5 6+,12,8+,6+,5,20,4+,8,6,12,12,6+,6,2+,8,10 - - - - a1h8/a1h8 -",
        ],
        DESKTOP,
        "light",
    ],
    [
        "djambi",
        [
            "djambi",
            "gCgAgM4yAyC/gR1gM3yM1yR/gM2gN2yNyMyM/3x5/4rC4/2xx2gD2/rM1rN3bNbM1/rRrDrM2x1bDbR/1rArM3bM1bC 4 rbyg b -",
        ],
        DESKTOP,
        "dark",
    ],
    ["jungle", ["jungle", "l5t/1d1w3/2p3e/1R5/4r2/6C/E1W1P2/4D2/T1c3L r"], DESKTOP, "light"],
    ["chess2", ["chess2", "rm1qkfmr/ff2feff/2e5/1f1f4/MF2E3/1FF5/3FFEFF/Q1F2F1R w K... - - -"], PHONE, "light"],
    ["shogi5", ["shogi5", "3gk/1b2p/1S3/P1+l2/KG1B1[Ls] w"], PHONE, "dark"],
];

for (const [name, shown, viewport, colorScheme] of PICTURES) {
    test(`picture: ${name}`, async ({ browser, baseURL }) => {
        const page = await browser.newPage({
            baseURL,
            viewport,
            colorScheme,
            reducedMotion: "reduce",
            hasTouch: viewport === PHONE,
        });
        await page.addInitScript(() => localStorage.setItem("menagerie.settings", JSON.stringify({ covers: false })));
        if (shown) await place(page, ...shown);
        else await page.goto("/");
        await expect(page.locator(".plane").first()).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        if (shown) await expect(page.locator(".square.open").first()).toBeVisible();
        else await expect(page.locator("article .plane").nth(4)).toBeVisible();
        await page.screenshot({ path: `../docs/pictures/page/${name}.png` });
        await page.close();
    });
}
