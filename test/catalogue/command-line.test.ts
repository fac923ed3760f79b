import { describe, expect, it } from "vitest";
import { flagValue, flagValues, PLAIN, readWords, type Grammar } from "../../src/catalogue/command-line.ts";
import { show } from "../../src/values/text.ts";
import { shippedCatalogue } from "../helpers/catalogue.ts";
import { toText, wordsOf } from "../helpers/invocation.ts";

function read(program: string, line: string) {
  const grammar: Grammar = shippedCatalogue().programs.get(program)?.grammar ?? PLAIN;
  const found = readWords(wordsOf(line).map(toText), grammar);
  const value = (...names: readonly string[]): string | null => {
    const text = flagValue(found, names);
    return text ? show(text) : null;
  };
  return { ...found, words: found.positionals.map(show), value };
}

describe("the words of a command", () => {
  it.each([
    ["helm", "--kube-context prod upgrade api chart", "prod", "upgrade api chart"],
    ["helm", "upgrade api chart --kube-context=prod", "prod", "upgrade api chart"],
    ["helm", "upgrade --install --kube-context prod api chart --wait", "prod", "upgrade api chart"],
  ])("%s %s", (program, line, context, words) => {
    const found = read(program, line);
    expect(found.value("--kube-context")).toBe(context);
    expect(found.words.join(" ")).toBe(words);
  });

  it("knows short flags with a glued value, in a cluster, and before a blank", () => {
    expect(read("kubectl", "-nweb get pods").value("-n")).toBe("web");
    expect(read("kubectl", "-n web get pods").words).toEqual(["get", "pods"]);
    expect(read("rsync", "-azn -e ssh dist/ host:/srv").words).toEqual(["dist/", "host:/srv"]);
    expect(read("rsync", "-azn dist/ host:/srv").flags.map(({ name }) => name)).toContain("-n");
  });

  it("takes the last of repeated flags, and all of them where they add up", () => {
    const found = readWords(
      wordsOf("build -t a:1 -t b:2 .").map(toText),
      shippedCatalogue().programs.get("docker")?.grammar ?? PLAIN,
    );
    expect(show(flagValue(found, ["-t"]) ?? [])).toBe("b:2");
    expect(flagValues(found, ["-t", "--tag"]).map(show)).toEqual(["a:1", "b:2"]);
  });

  it("reads one dash and two as one flag where the tool does", () => {
    expect(read("terraform", "--chdir=infra apply -lock=false").value("-chdir")).toBe("infra");
    expect(read("migrate", "-path db -database postgres://h/d up 2").words).toEqual(["up", "2"]);
  });

  it("gives values to all flags of a cloud's tool but the known switches", () => {
    const found = read("aws", "ecs update-service --cluster shop --force-new-deployment --service api");
    expect(found.words).toEqual(["ecs", "update-service"]);
    expect([found.value("--cluster"), found.value("--service")]).toEqual(["shop", "api"]);
    expect(read("aws", "s3 sync build s3://b --delete --exclude index.html").words).toEqual([
      "s3",
      "sync",
      "build",
      "s3://b",
    ]);
  });

  it("ends flags at --, and keeps negative numbers", () => {
    const found = read("kubectl", "exec api -- rails -v");
    expect(found.words).toEqual(["exec", "api", "rails", "-v"]);
    expect(found.rest.map(show)).toEqual(["rails", "-v"]);
    expect(read("golang", "down -1").words).toEqual(["down", "-1"]);
  });

  it("keeps unknown words as words, unknown values as values", () => {
    const found = read("helm", "upgrade --namespace={inputs.ns} {inputs.release} chart {inputs.extra}");
    expect(found.value("--namespace")).toBe("{inputs.ns}");
    expect(found.words).toEqual(["upgrade", "{inputs.release}", "chart", "{inputs.extra}"]);
    expect(found.open).toBe(true);
    expect(read("helm", "upgrade api --set tag={github.sha}").open).toBe(false);
  });
});
