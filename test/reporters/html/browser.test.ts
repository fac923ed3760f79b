import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import { html } from "../../../src/reporters/html.ts";
import { targetAnchor } from "../../../src/reporters/html/anchors.ts";
import { NO_CHROMIUM, chromiumPath, launchBrowser } from "../../helpers/browser.ts";
import { HOSTILE, hostileReport, hostileSources } from "../../helpers/hostile-report.ts";
import { largeReport } from "../../helpers/large-report.ts";
import { makeReport, makeTarget } from "../../helpers/sample-report.ts";
import { sampleSources } from "../../helpers/sample-sources.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Code for the page is text: the project is not compiled with the types of a browser. */
const OPEN_ALL = `for (const one of document.querySelectorAll("details")) one.open = true`;
const missing = chromiumPath() === null;
if (missing) console.warn(NO_CHROMIUM);

describe.skipIf(missing)(`the page in Chromium${missing ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let browser: Browser;
  let folder: string;
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "signalbox-html-"));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** The report's page from a file, as somebody opens it who was sent one. */
  async function open(report: Report, settings: BrowserContextOptions = {}, fragment = ""): Promise<Page> {
    complaints.length = 0;
    requests.length = 0;
    const file = join(folder, "report.html");
    const sources = new Map([...sampleSources, ...hostileSources()]);
    writeFileSync(file, html(report, { sources, subject: "acme/platform" }));
    const page = await (await browser.newContext({ viewport: { width: 1100, height: 800 }, ...settings })).newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href + fragment);
    return page;
  }

  const visible = (page: Page, selector: string): Promise<number> => page.locator(`${selector}:visible`).count();

  /** Filters work in the next frame. Evaluated from outside: the page's own policy forbids to evaluate text inside. */
  const until = (page: Page, condition: string): Promise<void> =>
    expect.poll(() => page.evaluate(condition), { timeout: 10_000 }).toBe(true);

  it("asks the network for nothing and breaks none of its own rules", async () => {
    const page = await open(makeReport());
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith("file:") && url !== "data:,")).toEqual([]);
    expect(requests.filter((url) => url.startsWith("file:"))).toHaveLength(1);
    await page.context().close();
  });

  it("shows hostile names as text", async () => {
    const page = await open(hostileReport());
    expect(complaints).toEqual([]);
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator("img, iframe, object, embed, base, textarea").count()).toBe(0);
    expect(await page.locator("style").count()).toBe(1);
    const text = await page.locator("#targets").textContent();
    for (const name of [HOSTILE.script, HOSTILE.attribute, HOSTILE.quotes, HOSTILE.closing, HOSTILE.link]) {
      expect(text).toContain(name);
    }
    await page.context().close();
  });

  it("narrows findings, targets and matrix together, and says how many are left", async () => {
    const page = await open(makeReport());
    await page.selectOption("#filter-verdict", "looser");
    await until(page, `document.querySelectorAll("details.target:not([hidden])").length === 1`);
    expect(await visible(page, "details.target")).toBe(1);
    expect(await visible(page, ".matrix tbody tr")).toBe(1);
    expect(await page.locator("#filter-status").innerText()).toBe("2 findings, 1 target");
    await page.click("button[type=reset]");
    await until(page, `document.querySelectorAll("[hidden].entry").length === 0`);
    expect(await page.locator("#filter-status").innerText()).toBe("");
    await page.context().close();
  });

  it.each([
    ["#filter-severity", "error", "invalid-concurrency"],
    ["#filter-rule", "invalid-concurrency", "invalid-concurrency"],
    ["#filter-kind", "terraform-state", "concurrent-writers"],
  ])("filters by %s = %s", async (select, label, rule) => {
    const page = await open(makeReport());
    await page.selectOption(select, { label });
    await until(page, `document.documentElement.classList.contains("narrowed")`);
    const shown = await page.locator("#findings article:visible .rule").allInnerTexts();
    expect(shown).toEqual([rule]);
    await page.context().close();
  });

  it("searches text in any order, from the keyboard alone", async () => {
    const page = await open(makeReport());
    await page.keyboard.press("/");
    await page.keyboard.type("nightly tfstate");
    await until(page, `document.querySelectorAll("#findings article:not([hidden])").length === 1`);
    expect(await page.evaluate("document.activeElement.id")).toBe("filter-text");
    await page.keyboard.press("Escape");
    await until(page, `document.querySelectorAll("#findings article:not([hidden])").length === 2`);
    await page.fill("#filter-text", "no such thing");
    await until(page, `document.querySelectorAll(".entry:not([hidden])").length === 0`);
    expect(await page.locator("[data-empty=findings]").isVisible()).toBe(true);
    await page.context().close();
  });

  it("opens what a deep link names, inside a family too, and clears filters that hide it", async () => {
    const family = "helm-release:{region}/web/api";
    const members = ["eu", "us"].map((region) => makeTarget({ id: `helm-release:${region}/web/api`, family }));
    const report = makeReport();
    const anchor = targetAnchor(members[1]!.id);
    const page = await open({ ...report, targets: [...report.targets, ...members] }, {}, `#${anchor}`);
    expect(await page.locator(`#${anchor}`).getAttribute("open")).not.toBeNull();
    expect(await page.locator(`#${anchor} .answers`).isVisible()).toBe(true);
    await page.selectOption("#filter-verdict", "matches");
    await until(page, `document.getElementById("${anchor}").hidden === true`);
    await page.evaluate(`location.hash = ""`);
    await page.evaluate(`location.hash = "${anchor}"`);
    await until(page, `document.getElementById("${anchor}").hidden === false`);
    expect(await page.inputValue("#filter-verdict")).toBe("");
    await page.context().close();
  });

  it("draws the two writes so that they overlap, under the groups that each run holds", async () => {
    const page = await open(makeReport());
    const writes = page.locator(".timeline .write");
    const [first, second] = [await writes.nth(0).boundingBox(), await writes.nth(1).boundingBox()];
    expect(second!.x).toBeGreaterThan(first!.x);
    expect(second!.x).toBeLessThan(first!.x + first!.width);
    expect(await page.locator(".timeline .held").allInnerTexts()).toEqual(["holds deploy-refs/heads/main", "no group"]);
    const label = await page.locator(".timeline svg").getAttribute("aria-label");
    expect(label).toContain("push to main (deploy.yml › apply) holds group deploy-refs/heads/main");
    expect(label).toContain("both are in terraform-state:s3://acme-tf/prod/network.tfstate at once");
    await page.context().close();
  });

  it("joins the two jobs that meet in the matrix", async () => {
    const page = await open(makeReport());
    const row = page.locator(".matrix tbody tr", { hasText: "network.tfstate" });
    expect(await row.locator("line.link").count()).toBe(1);
    expect(await row.locator("circle.clash").count()).toBe(2);
    expect(await row.locator(".sr").innerText()).toContain("apply in .github/workflows/deploy.yml");
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("has no accessibility fault in the %s scheme", async (colorScheme) => {
    const page = await open(makeReport(), { colorScheme });
    await page.evaluate(OPEN_ALL);
    await page.evaluate(AXE);
    const result = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
    const { violations } = result as { violations: { id: string; nodes: { html: string }[] }[] };
    expect(violations.map((one) => [one.id, one.nodes[0]?.html])).toEqual([]);
    await page.context().close();
  });

  it("differs in the two schemes, and is light on paper", async () => {
    const ground = (page: Page): Promise<string> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const page = await open(makeReport(), { colorScheme: "dark" });
    const dark = await ground(page);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await ground(page)).not.toBe(dark);
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    expect(await ground(page)).toBe("rgb(255, 255, 255)");
    expect(await page.locator(".filters").isVisible()).toBe(false);
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
    await page.context().close();
  });

  it("reads without scripts: everything is there, filters are not", async () => {
    const page = await open(makeReport(), { javaScriptEnabled: false });
    expect(await page.locator(".filters").isVisible()).toBe(false);
    expect(await visible(page, "#findings article")).toBe(2);
    await page.locator("details.target > summary").first().click();
    expect(await page.locator("details.target .answers").first().isVisible()).toBe(true);
    await page.context().close();
  });

  it.each([
    ["the sample", makeReport()],
    ["hostile names", hostileReport()],
  ])("does not scroll sideways on a phone: %s", async (_name, report) => {
    const page = await open(report, { viewport: { width: 360, height: 700 } });
    await page.evaluate(OPEN_ALL);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await page.context().close();
  });

  it("can be walked with Tab, from the skip link on, and folds open with Enter", async () => {
    const page = await open(makeReport());
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.locator("details.target > summary").first().focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("details.target").first().getAttribute("open")).not.toBeNull();
    await page.context().close();
  });

  it("skips the layout of what is not on the screen, so that 500 targets stay light", async () => {
    const page = await open(largeReport(500));
    const far = `document.querySelectorAll("details.target")[400].querySelector(".name")`;
    expect(await page.evaluate(`${far}.checkVisibility({ contentVisibilityAuto: true })`)).toBe(false);
    await page.fill("#filter-text", "service-499");
    await until(page, `document.querySelectorAll("details.target:not([hidden])").length === 1`);
    expect(await page.locator("#filter-status").innerText()).toBe("0 findings, 1 target");
    await page.context().close();
  });

  // UPDATE_PICTURE=1 npx vitest run test/reporters/html draws the picture of the documentation anew.
  it.runIf(process.env["UPDATE_PICTURE"] === "1")("is the picture in the documentation", async () => {
    const page = await open(makeReport(), { viewport: { width: 1120, height: 1240 } });
    await page.screenshot({ path: new URL("../../../docs/images/report.png", import.meta.url).pathname });
    await page.context().close();
  });
});
