import { parse as parseToml } from "smol-toml";
import { envOf, factOf, machineOf, type Call } from "../../catalogue/call.ts";
import { sketch } from "../../catalogue/pieces.ts";
import type { Machine } from "../../interpret/machine.ts";
import type { Tree } from "../../model/tree.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import { inRepository, onRunner } from "./paths.ts";
import { readPin, type Pinned, type Tool } from "./versions.ts";
import { table } from "../../values/table.ts";

/** The fact under which a machine remembers which version of a tool was put on it. */
export function versionFact(tool: Tool): string {
  return `tool-version:${tool}`;
}

/** A fact's value where a version manager decides by the folder that it is called in. */
const MANAGED = "by folder";

/** Inputs of the actions that install a tool. https://github.com/hashicorp/setup-terraform */
const INSTALLERS: Readonly<Record<string, readonly (readonly [Tool, readonly string[]])[]>> = table({
  "hashicorp/setup-terraform": [["terraform", ["terraform_version"]]],
  "opentofu/setup-opentofu": [["tofu", ["tofu_version"]]],
  "gruntwork-io/terragrunt-action": [
    ["terraform", ["tf_version", "tf-version"]],
    ["tofu", ["tofu_version", "tofu-version"]],
  ],
  "jdx/mise-action": [
    ["terraform", []],
    ["tofu", []],
  ],
  "asdf-vm/actions/install": [
    ["terraform", []],
    ["tofu", []],
  ],
});

/** Version files by tool: `.terraform-version`, and its line in a list of tools. */
const FILES: Readonly<Record<Tool, { readonly own: readonly string[]; readonly names: readonly string[] }>> = {
  terraform: { own: [".terraform-version"], names: ["terraform"] },
  tofu: { own: [".opentofu-version"], names: ["opentofu", "tofu"] },
};

/** Actions and programs that `installedVersions` knows. */
export const INSTALLER_ACTIONS: readonly string[] = Object.keys(INSTALLERS);
/** Programs that install or choose a version. */
export const INSTALLER_PROGRAMS: readonly string[] = [
  "tfenv",
  "tofuenv",
  "tenv",
  "tfswitch",
  "asdf",
  "mise",
  "curl",
  "wget",
];

/** What an installing act says about the version that later commands get; null where it says nothing. */
export function installedVersions(call: Call): ReadonlyMap<string, Text> | null {
  if (call.action !== null) return fromAction(call);
  const words = call.words.map((word) => literalOf(word) ?? "");
  switch (call.program) {
    case "tfenv":
      return fromManager("terraform", words, call);
    case "tofuenv":
      return fromManager("tofu", words, call);
    case "tenv":
      return words[0] === "tofu" || words[0] === "opentofu"
        ? fromManager("tofu", words.slice(1), call, 1)
        : fromManager("terraform", words.slice(1), call, 1);
    case "tfswitch":
      return new Map([
        [versionFact("terraform"), call.words.find((word) => !sketch(word).startsWith("-")) ?? literal(MANAGED)],
      ]);
    case "asdf":
    case "mise":
      return new Map((["terraform", "tofu"] as const).map((tool) => [versionFact(tool), literal(MANAGED)]));
    default:
      return fromDownload(call);
  }
}

function fromAction(call: Call): ReadonlyMap<string, Text> | null {
  const rules = INSTALLERS[call.action ?? ""];
  if (!rules) return null;
  return new Map(
    rules.map(([tool, inputs]) => {
      const given = inputs
        .map((input) => call.inputs.get(input))
        .find((value) => value !== undefined && value.length > 0);
      return [versionFact(tool), given ?? literal(inputs.length === 0 ? MANAGED : "latest")] as const;
    }),
  );
}

/** `tfenv use 1.5.7`; `tfenv install` alone takes what the folder's file says. */
function fromManager(tool: Tool, words: readonly string[], call: Call, skip = 0): ReadonlyMap<string, Text> | null {
  if (words[0] !== "use" && words[0] !== "install") return null;
  return new Map([[versionFact(tool), call.words[skip + 1] ?? literal(MANAGED)]]);
}

/** `curl -LO https://releases.hashicorp.com/terraform/1.5.7/terraform_1.5.7_linux_amd64.zip` */
function fromDownload(call: Call): ReadonlyMap<string, Text> | null {
  for (const word of call.words) {
    const known = literalOf(word);
    const version =
      known &&
      /(?:releases\.hashicorp\.com\/terraform|opentofu\/opentofu\/releases\/download)\/v?([\d.]+)\//.exec(known);
    if (version)
      return new Map([[versionFact(known.includes("opentofu") ? "tofu" : "terraform"), literal(version[1] ?? "")]]);
  }
  return null;
}

/** The version that a call gets, as far as the job says: an image's tag, a variable, an installer, a version file. */
export function pinOf(call: Call, tool: Tool, folder: string, tree: Tree): Pinned | null {
  const place = call.place ?? (call.act.kind === "command" ? (call.act.on ?? null) : null);
  const image = place?.kind === "container" ? literalOf(place.name) : null;
  if (image) return readPin(/:([^:/@]+)(?:@.*)?$/.exec(image)?.[1] ?? "");
  const variables =
    tool === "terraform" ? ["TFENV_TERRAFORM_VERSION", "ASDF_TERRAFORM_VERSION"] : ["TOFUENV_TOFU_VERSION"];
  const forced = variables.map((name) => envOf(call, name)).find((value) => value !== null);
  const value = literalOf(forced ?? factOf(call, versionFact(tool)) ?? []);
  if (value === null || value === "") return null;
  if (value !== MANAGED) return readPin(value);
  return versionFromFiles(tool, folder, machineOf(call), tree);
}

function versionFromFiles(tool: Tool, folder: string, machine: Machine, tree: Tree): Pinned | null {
  for (let at: string | null = inRepository(folder); at !== null; at = parentOf(at)) {
    const here = (name: string): string | null => textOf(at === "" ? name : `${at}/${name}`, machine, tree);
    for (const name of FILES[tool].own) {
      const text = here(name);
      if (text !== null) return readPin(text.split("\n", 1)[0] ?? "");
    }
    const listed =
      fromToolList(here(".tool-versions"), tool) ?? fromMise(here("mise.toml") ?? here(".mise.toml"), tool);
    if (listed !== null) return readPin(listed);
  }
  return null;
}

function parentOf(folder: string): string | null {
  if (folder === "") return null;
  return folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")) : "";
}

function textOf(path: string, machine: Machine, tree: Tree): string | null {
  const written = machine.files.get(onRunner(path));
  if (written) return written.text === null ? null : literalOf(written.text);
  const read = tree.has(path) ? tree.read(path) : null;
  return read?.ok ? read.file.text : null;
}

function fromToolList(text: string | null, tool: Tool): string | null {
  for (const line of text?.split("\n") ?? []) {
    const [name = "", version] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (version && FILES[tool].names.includes(name)) return version;
  }
  return null;
}

/** https://mise.jdx.dev/configuration.html */
function fromMise(text: string | null, tool: Tool): string | null {
  if (text === null) return null;
  try {
    const tools: unknown = parseToml(text)["tools"];
    if (typeof tools !== "object" || tools === null) return null;
    const entries = Object.entries(tools as Readonly<Record<string, unknown>>);
    const version = entries.find(([name]) => FILES[tool].names.includes(name.replace(/^.*[:/]/, "")))?.[1];
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}
