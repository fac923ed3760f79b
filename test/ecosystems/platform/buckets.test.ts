import { describe, expect, it } from "vitest";
import { reachesInto, recognise, type Recognition } from "../../../src/catalogue/index.ts";
import { show } from "../../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toInvocation } from "../../helpers/invocation.ts";

function write(line: string): Recognition | undefined {
  return recognise(shippedCatalogue(), toInvocation(line), literalTree({})).find(({ role }) => role === "write");
}

describe("a bucket", () => {
  it.each([
    ["aws s3 sync build/ s3://site/docs/ --delete", "site/docs"],
    ["aws s3 cp a.html s3://site/a.html", "site/a.html"],
    ["aws s3 cp --recursive build s3://site", "site"],
    ["aws s3 rm s3://site/old --recursive", "site/old"],
    ["aws s3api put-object --bucket site --key a.html --body a.html", "site/a.html"],
    ["gsutil -m rsync -d -r build gs://site", "site"],
    ["az storage blob sync --account-name site -c $web -s build", "site/$web"],
    ["azcopy copy build/* https://site.blob.core.windows.net/$web?sig={secrets.SAS} --recursive", "site/$web"],
    ["s3cmd sync build/ s3://{vars.BUCKET}/docs/", "{vars.BUCKET}/docs"],
  ])("%s", (line, id) => {
    expect(show(write(line)?.id ?? [])).toBe(id);
  });

  it.each([
    ["aws s3 rm s3://site/previews --recursive --exclude * --include 41-*", ["site/previews/41-*"]],
    ["aws s3 rm s3://site/previews/ --exclude * --include {pr}-* --recursive", ["site/previews/{pr}-*"]],
    ["aws s3 sync build s3://site --exclude * --include docs/* --include a.html", ["site/docs", "site/a.html"]],
    ["aws s3 sync build s3://site --exclude * --include *.html", ["site"]],
    ["aws s3 sync build s3://site --exclude *.map", ["site"]],
    ["aws s3 sync build s3://site --include docs/* --exclude *", ["site"]],
  ])("%s", (line, ids) => {
    const found = recognise(shippedCatalogue(), toInvocation(line), literalTree({}));
    expect(found.flatMap(({ role, id }) => (role === "write" ? [show(id ?? [])] : []))).toEqual(ids);
  });

  it("is reached into below what is included, and nowhere else", () => {
    const removal = write("aws s3 rm s3://site/previews --recursive --exclude * --include 41-*");
    const [own, other] = ["41-abc", "42-abc"].map((name) => write(`aws s3 sync build s3://site/previews/${name}`));
    expect(removal && reachesInto(removal, own?.id ?? [])).toBe(true);
    expect(removal && reachesInto(removal, other?.id ?? [])).toBe(false);
  });

  it("is reached into by whoever writes a prefix of it, and not by one object", () => {
    const [sync, prefix, page] = [
      write("aws s3 sync build/ s3://site --delete"),
      write("aws s3 sync docs/ s3://site/docs --delete"),
      write("aws s3 cp a.html s3://site/docs/a.html"),
    ];
    expect(sync && reachesInto(sync, prefix?.id ?? [])).toBe(true);
    expect(prefix && reachesInto(prefix, page?.id ?? [])).toBe(true);
    expect(prefix && reachesInto(prefix, sync?.id ?? [])).toBe(false);
    expect(page && reachesInto(page, prefix?.id ?? [])).toBe(false);
  });

  it.each([
    "aws s3 cp s3://site/a.html .",
    "aws s3 sync s3://site backup",
    "aws s3 ls s3://site",
    "gsutil cp gs://site/a .",
    "aws s3 sync build s3://site --dryrun",
  ])("%s writes nothing", (line) => {
    expect(write(line)).toBeUndefined();
  });
});
