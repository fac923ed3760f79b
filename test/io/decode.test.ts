import { describe, expect, test } from "vitest";
import { decode, MAX_FILE_BYTES } from "../../src/io/decode.ts";

function textOf(bytes: Buffer): string | undefined {
  const result = decode("f.yml", bytes);
  return result.ok ? result.file.text : undefined;
}

function complaintOf(bytes: Buffer): string | undefined {
  const result = decode("f.yml", bytes);
  return result.ok ? undefined : result.problem.message;
}

describe("text", () => {
  test("UTF-8, with its mark kept so that offsets count it", () => {
    expect(textOf(Buffer.from("\uFEFFon: push # 🚆 ü\r\n"))).toBe("\uFEFFon: push # 🚆 ü\r\n");
  });

  test("UTF-16 in both orders, with its mark", () => {
    const little = Buffer.from("\uFEFFname: Prüfen 🚆", "utf16le");
    expect(textOf(little)).toBe("\uFEFFname: Prüfen 🚆");
    expect(textOf(Buffer.from(little).swap16())).toBe("\uFEFFname: Prüfen 🚆");
  });

  test("an empty file is an empty text", () => expect(textOf(Buffer.alloc(0))).toBe(""));
});

describe("what is refused", () => {
  test("Windows-1252, with the line of the first bad byte", () => {
    const bytes = Buffer.concat([Buffer.from("name: x\n# Workflow "), Buffer.from([0x97]), Buffer.from(" publish\n")]);
    expect(complaintOf(bytes)).toContain("line 2");
  });

  test.each([
    ["NUL bytes", Buffer.from("on:\0push")],
    ["UTF-32, which looks like UTF-16 with NULs", Buffer.from([0xff, 0xfe, 0, 0, 0x6f, 0, 0, 0])],
  ])("%s", (_name, bytes) => expect(complaintOf(bytes)).toContain("binary"));

  test("half of a UTF-16 pair", () => {
    expect(complaintOf(Buffer.from([0xff, 0xfe, 0x00, 0xd8]))).toContain("not valid utf-16le");
  });

  test("a file over the limit, with its size", () => {
    expect(complaintOf(Buffer.alloc(MAX_FILE_BYTES + 1, 97))).toContain("5.0 MiB");
    expect(textOf(Buffer.alloc(MAX_FILE_BYTES, 97))).toHaveLength(MAX_FILE_BYTES);
  });
});
