import { describe, expect, it } from "vitest";
import { parseCommandFile } from "../../../src/interpret/shell/command-file.ts";
import { mention } from "../../../src/values/text.ts";

const SECRET = mention({ key: "s", label: "secrets.S", kind: "constant" });

describe("the files behind GITHUB_OUTPUT and GITHUB_ENV", () => {
  it("hold one value a line, of which the last of a name counts", () => {
    expect([...parseCommandFile(["a=1\nb=x=y\n\nnot an entry\na=2\nempty=\n"])]).toEqual([
      ["b", ["x=y"]],
      ["a", ["2"]],
      ["empty", []],
    ]);
  });

  it("hold blocks of several lines up to their delimiter", () => {
    expect([...parseCommandFile(['json<<EOF\n{\n  "a": 1\n}\nEOF\nnext=1\n'])]).toEqual([
      ["json", ['{\n  "a": 1\n}']],
      ["next", ["1"]],
    ]);
    expect([...parseCommandFile(["x<<END\nnever closed\n"])]).toEqual([["x", ["never closed"]]]);
    expect(parseCommandFile(["a=b<<c\n"]).get("a")).toEqual(["b<<c"]);
  });

  it("keep unknown parts of values, and a delimiter that is not known", () => {
    expect(parseCommandFile(["key=github-", ...SECRET, ".tfstate\n"]).get("key")).toEqual([
      "github-",
      ...SECRET,
      ".tfstate",
    ]);
    const delimiter = mention({ key: "r", label: "$RANDOM", kind: "unique" });
    expect(parseCommandFile(["a<<EOF", ...delimiter, "\nline ", ...SECRET, "\nEOF", ...delimiter, "\nb=1\n"])).toEqual(
      new Map([
        ["a", ["line ", ...SECRET]],
        ["b", ["1"]],
      ]),
    );
  });

  it("leave out what has no literal name", () => {
    expect([...parseCommandFile([...SECRET, "=1\nok=1\n=x\n"])]).toEqual([["ok", ["1"]]]);
  });
});
