import { beforeAll, describe, expect, it } from "vitest";
import { openBench, type Bench } from "./inspect.ts";
import type { Files } from "./repository.ts";

/** Names that every JavaScript object answers to, and that a repository may use like any other. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);

/** A repository in which things of every sort have this name. */
function repositoryOf(name: string): Files {
  const script = [
    `echo "$${name}" $\{${name}:-x} > "$${name}.txt"`,
    `cat <<EOF > env.sh\nterraform workspace select $${name}\nEOF`,
    ". ./env.sh",
    `${name} apply; ./${name} ; npx ${name}; sudo ${name} x; make ${name}; npm run ${name}; just ${name}; task ${name}`,
    `kubectl apply -f ${name}.yaml -n ${name}; kubectl delete ${name} web; helm ${name}; terraform ${name}`,
    `x=$(jq -r '.${name} | ${name}' data.json); echo $(( ${name} + 1 )) "$x"; [ "$x" -${name} 3 ]; tr '[:${name}:]' x < data.json`,
    `docker run ${name} apply; uv run deploy.${name}; gcloud ${name} deploy; aws ${name} update-service`,
    `set -o ${name}; ${name}=1 helm upgrade ${name} ./chart --set ${name}=$${name}`,
  ].join("\n");
  const workflow = {
    on: { push: {}, [name]: {}, workflow_dispatch: { inputs: { [name]: { type: "choice", options: [name, "b"] } } } },
    env: { [name]: `\${{ github.${name} }}` },
    jobs: {
      [name]: {
        "runs-on": "ubuntu-latest",
        concurrency: `\${{ inputs.${name} }}-\${{ ${name}('x') }}`,
        strategy: { matrix: { [name]: [1, 2] } },
        outputs: { [name]: `\${{ steps.${name}.outputs.${name} }}` },
        steps: [
          { id: name, run: script, env: { [name]: `\${{ github.event.${name} }} \${{ matrix.${name} }}` } },
          { uses: `${name}/${name}@v1`, with: { [name]: name } },
          {
            uses: "docker/metadata-action@v5",
            with: { images: "ghcr.io/acme/a", tags: `type=semver,pattern={{${name}}}\ntype=${name}` },
          },
          { uses: `./${name}` },
        ],
      },
    },
  };
  return {
    ".github/workflows/a.yml": JSON.stringify(workflow),
    [`${name}/action.yml`]: JSON.stringify({
      runs: { using: "composite", steps: [{ run: `echo \${{ inputs.${name} }}`, shell: name }] },
      inputs: { [name]: {} },
    }),
    Makefile: `${name}:\n\thelm upgrade $(${name}) $(call ${name},x) $(${name} a,b)\n`,
    "package.json": JSON.stringify({ scripts: { [name]: `helm upgrade ${name} .` }, dependencies: { [name]: "1" } }),
    "data.json": "{}",
    "main.tf": `terraform {\n  backend "${name}" {\n    ${name} = ${name}(var.${name})\n  }\n}\nvariable "${name}" {\n  default = "a"\n}\n`,
    "site.yml": JSON.stringify([{ hosts: name, serial: `{{ ${name} | ${name} }}`, tasks: [{ [name]: {} }] }]),
    inventory: `[${name}]\nweb1\n[${name}:children]\n${name}\n`,
    "chart/Chart.yaml": `name: ${name}\nversion: 0.1.0\n`,
    "chart/templates/a.yaml": `kind: ${name}\nmetadata: { name: {{ ${name} .Values.${name} }} }\n`,
    Taskfile: "",
    [`${name}.yaml`]: `apiVersion: v1\nkind: ${name}\nmetadata: { name: a, namespace: ${name} }\n`,
  };
}

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});

describe("names that objects have of themselves", () => {
  it.each(NAMES)("%s is a name like any other", (name) => {
    const report = bench.run(repositoryOf(name), "json");
    // As long, so that nothing that is cut is cut elsewhere.
    const other = name.replace(/[a-z]/u, "x");
    const plain = bench.run(repositoryOf(other), "json");
    const ids = (of: typeof report, own: string): readonly string[] =>
      of.targets.map(({ id }) => id.toLowerCase().replaceAll(own.toLowerCase(), "NAME")).sort();
    expect(ids(report, name)).toEqual(ids(plain, other));
    expect(report.targets.length).toBeGreaterThan(4);
  });
});
