import type { CompiledEntry } from "../../catalogue/compile.ts";
import { machineOf } from "../../catalogue/call.ts";
import type { Site } from "../../catalogue/extract.ts";
import type { Variant } from "../../catalogue/kind.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import { WORKSPACE } from "../../interpret/machine.ts";
import type { LockAnswer } from "../../model/answers.ts";
import { literal } from "../../values/text.ts";

/** The resolution with what the entry says for this engine, version or migration files; the first that fits. */
export function withVariant(base: Resolution, entry: CompiledEntry, engine: string | null, site: Site): Resolution {
  const variant = (entry.says.variants ?? []).find((one) => fits(one, engine, site));
  if (!variant) return base;
  return {
    ...base,
    ...(variant.lock
      ? { answers: { lock: lockOf(variant, entry) }, lockAvailable: variant.lock.available !== undefined }
      : {}),
    ...(variant.killed ? { killed: variant.killed } : {}),
  };
}

function lockOf(variant: Variant, entry: CompiledEntry): LockAnswer {
  const lock = variant.lock ?? { value: "none" as const };
  const source = lock.source ?? entry.says.lock?.source ?? entry.says.source ?? entry.kind.file.source;
  const note = `${lock.mechanism ?? "no lock of its own"}: ${source}`;
  return { value: lock.value, mechanism: lock.mechanism ?? null, source: "catalogue", evidence: [{ note }] };
}

function fits(variant: Variant, engine: string | null, site: Site): boolean {
  if (variant.engine && (engine === null || !variant.engine.includes(engine))) return false;
  if (variant.package && !versionFits(variant, site)) return false;
  if (variant.files && !filesFit(variant.files, site)) return false;
  return true;
}

/** Whether the version of a package that the repository names is below (or from) the variant's. */
function versionFits(variant: Variant, site: Site): boolean {
  const name = variant.package as string;
  const major = majorOf(name, site);
  if (major === null) return false;
  if (variant.before !== undefined) return major < variant.before;
  return variant.from === undefined || major >= variant.from;
}

const MANIFESTS = new RegExp(
  String.raw`(?:^|/)(?:package\.json|Gemfile(?:\.lock)?|composer\.json|requirements[\w-]*\.txt|pyproject\.toml` +
    String.raw`|[^/]+\.csproj|Directory\.Packages\.props|dotnet-tools\.json|mix\.exs)$`,
);

function majorOf(name: string, site: Site): number | null {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(`${escaped}[\\w.]*["']?[^\\d\\n]{1,40}?(\\d+)\\.`, "i");
  for (const path of site.tree.paths) {
    if (!MANIFESTS.test(path)) continue;
    const read = site.tree.read(path);
    const found = read?.ok ? pattern.exec(read.file.text)?.[1] : undefined;
    if (found !== undefined) return Number(found);
  }
  return null;
}

/** Whether a file of the folder (below the working directory) has the words. */
function filesFit(files: NonNullable<Variant["files"]>, site: Site): boolean {
  const pattern = new RegExp(files.match);
  const folder = new RegExp(files.in);
  for (const path of site.tree.paths) {
    if (!folder.test(path)) continue;
    const file = readFile(machineOf(site.call), site.tree, literal(WORKSPACE), path);
    if (file && pattern.test(file.text)) return true;
  }
  return false;
}
