import { describe, expect, test } from "vitest";
import { validateWorkflow } from "../../../src/ecosystems/github-actions/index.ts";

async function messages(text: string): Promise<readonly (readonly [string, string])[]> {
  const problems = await validateWorkflow({ path: ".github/workflows/x.yml", text });
  return problems.map(({ message, span }) => [message, text.slice(span.start, span.end)]);
}

const job = "jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n";

describe("GitHub's own parser", () => {
  test("takes a workflow with a queue", async () => {
    expect(await messages(`on: push\nconcurrency: { group: "x-\${{ github.ref }}", queue: max }\n${job}`)).toEqual([]);
  });

  test.each([
    [`on: push\nconcurency: x\n${job}`, "Unexpected value 'concurency'", "concurency"],
    [
      `on: push\nconcurrency: { cancel-in-progress: true }\n${job}`,
      "Required property is missing: group",
      "{ cancel-in-progress: true }",
    ],
    [`on: push\nconcurrency: "\${{ secrets.X }}"\n${job}`, "Unrecognized named-value: 'secrets'", "${{ secrets.X }}"],
  ])("%s", async (text, message, at) => {
    expect(await messages(text)).toEqual([[message, at]]);
  });

  test("is not asked about an alias bomb or a file that is no YAML", async () => {
    const bomb = [
      "a: &a [x, x, x, x, x, x, x, x, x]",
      ...[..."bcdefgh"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefg"[index]}`).join(", ")}]`),
    ].join("\n");
    expect((await messages(bomb))[0]?.[0]).toContain("unfold to more than");
    expect((await messages("on: 'push\n"))[0]?.[0]).toContain("not valid YAML");
  });
});
