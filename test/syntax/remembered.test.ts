import { describe, expect, it } from "vitest";
import { detached, remembered } from "../../src/syntax/remembered.ts";

describe("a memory of results by text", () => {
  it("forgets what was not asked for while so much else came, and keeps what was", () => {
    const memory = remembered<number>(100);
    memory.set("asked", 1);
    memory.set("forgotten", 2);
    for (let at = 0; at < 200; at += 1) {
      memory.set(`text number ${at}`, at);
      expect(memory.get("asked")).toBe(1);
    }
    expect(memory.get("forgotten")).toBeUndefined();
  });

  it("never holds more than twice its bound and one text", () => {
    const memory = remembered<number>(1_000);
    const texts = Array.from({ length: 500 }, (_none, at) => `text ${String(at).padStart(15, "0")}`);
    for (const text of texts) memory.set(text, 1);
    const held = texts.filter((text) => memory.get(text) !== undefined);
    expect(held.length).toBeGreaterThan(40);
    expect(held.length).toBeLessThanOrEqual(2 * (1_000 / 20 + 1));
  });

  it("has copies that are the same text", () => {
    for (const text of ["", 'a\n\u0000"\\', "\ud83d\ude00 \ud800 lone"]) expect(detached(text)).toBe(text);
  });
});
