import { expect, test } from "@playwright/test";
import { card } from "./player";

test("tabs are one stop of the Tab key; arrow keys move between them", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Create or join a table" }).click();
    await page.getByLabel("Your name").press("Tab");
    const tab = (name: string) => page.getByRole("tab", { name });
    await expect(tab("New table")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(tab("Join")).toBeFocused();
    await expect(tab("Join")).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel", { name: "Join" }).getByLabel("Link or code")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Link or code")).toBeFocused();
    await tab("Join").press("End");
    await expect(tab("Lobby")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowRight");
    await expect(tab("New table")).toBeFocused();
});

test("a seat that an option removes is deselected", async ({ page }) => {
    await page.goto("/");
    await card(page, "djambi").getByRole("button", { name: "Choose level and options" }).click();
    const side = page.getByRole("group", { name: "Your side" });
    await side.getByText("Green").click();
    await page.getByRole("group", { name: "Players" }).getByText("2", { exact: true }).click();
    await expect(side.getByRole("radio", { name: "Red" })).toBeChecked();
    await expect(side.getByRole("radio", { name: "Green" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await card(page, "djambi").getByRole("button", { name: "Play with a friend" }).click();
    await page.getByLabel("Your side").selectOption({ label: "Green" });
    await page.getByRole("group", { name: "Players" }).getByText("2", { exact: true }).click();
    await expect(page.getByLabel("Your side")).toHaveValue("any");
});
