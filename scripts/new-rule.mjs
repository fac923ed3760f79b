// Makes what a new rule needs: source, registry line, schema line, doc heading, fixtures. `npm run new-rule NAME`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [name] = process.argv.slice(2);
if (!name || !/^[a-z]+(-[a-z]+)*$/.test(name)) {
  console.error("new-rule: give the rule a name in kebab case: npm run new-rule slow-deploys");
  process.exit(2);
}
if (existsSync(`src/rules/${name}.ts`)) {
  console.error(`new-rule: src/rules/${name}.ts is there already.`);
  process.exit(2);
}

const SOURCE = `import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "${name}",
  severity: "note",
  summary: "One sentence on what happens to whom.",
  docs: {
    what: "What the finding says.",
    why: "What it costs.",
    bad: "concurrency: deploy",
    good: "concurrency: deploy-\${{ github.ref }}",
    fix: "Left to people: why.",
  },
};

/** One finding for each …. */
export function check(_audit: Audit): readonly Finding[] {
  return [];
}
`;

const WORKFLOW = `on: { push: { branches: [main] } }
concurrency: deploy
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - run: helm upgrade --install web ./chart --kube-context prod -n web
`;

/** Adds a line before the one that closes a list, if the file has it. */
function edit(path, change) {
  if (!existsSync(path)) return;
  const before = readFileSync(path, "utf8");
  const after = change(before);
  if (after === before) console.error(`new-rule: add "${name}" to ${path} by hand.`);
  else writeFileSync(path, after);
}

function fixture(kind, expected) {
  const folder = `fixtures/rules/${name}/${kind}`;
  mkdirSync(`${folder}/.github/workflows`, { recursive: true });
  writeFileSync(`${folder}/.github/workflows/deploy.yml`, WORKFLOW);
  writeFileSync(`${folder}/expected.json`, `${JSON.stringify(expected, null, 2)}\n`);
}

writeFileSync(`src/rules/${name}.ts`, SOURCE);
edit("src/rules/index.ts", (text) => text.replace(/^};/m, `  "${name}": () => import("./${name}.ts"),\n};`));
edit("policies/schema/config.schema.json", (text) => text.replace('"unreadable-file"', `"${name}", "unreadable-file"`));
edit("docs/rules.md", (text) => `${text.trimEnd()}\n\n## ${name}\n\nOne sentence on what happens to whom.\n`);
fixture("fires-why", [{ rule: name, severity: "note", file: ".github/workflows/deploy.yml", line: 7 }]);
fixture("quiet-why", []);
console.log(`src/rules/${name}.ts and fixtures/rules/${name}/ are there. Rename the two cases after what is special in them,
write \`check\`, then: npm run generate && npx vitest run test/rules test/repo`);
