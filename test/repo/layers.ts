/**
 * Which folder of `src` may load code of which, in the order in which data goes through them. Types are free, but for
 * `model` and `values`, which know nobody.
 */
export const MAY_LOAD: Readonly<Record<string, readonly string[]>> = {
  model: [],
  values: [],
  generated: [],
  config: ["generated"],
  syntax: ["values"],
  // What a target is called needs the values that its parts have; the catalogue in turn asks an ecosystem's resolvers.
  ecosystems: ["catalogue", "interpret", "syntax", "values"],
  catalogue: ["config", "ecosystems", "generated", "interpret", "values"],
  interpret: ["ecosystems", "syntax", "values"],
  runs: ["ecosystems", "interpret", "syntax", "values"],
  policy: [],
  // Names from a repository are made harmless before they are drawn.
  simulate: ["config", "ecosystems", "reporters", "runs", "syntax", "values"],
  rules: ["audit", "config", "policy", "runs", "values"],
  // The config that an edit makes is read like any other.
  fixes: ["audit", "config", "ecosystems", "runs", "syntax", "values"],
  reporters: [],
  gate: ["config"],
  // The starter config and the review print names from a repository, and so need what makes them harmless.
  drift: ["config", "generated", "reporters"],
  explain: ["config", "reporters"],
  init: ["policy", "reporters"],
  // From `io` it takes the shipped catalogue and grammars, nothing of the audited tree.
  audit: [
    "catalogue",
    "config",
    "ecosystems",
    "interpret",
    "io",
    "policy",
    "rules",
    "runs",
    "simulate",
    "syntax",
    "values",
  ],
  io: ["config", "reporters"],
  // What `import … from "signalbox"` gives.
  api: ["audit", "config", "fixes", "io", "reporters", "rules"],
  // One API and everything that keeps its client polite; what is read with it is known elsewhere.
  github: ["io"],
  // Repositories that are no folder on this machine, as sources of the same audit.
  remote: ["audit", "ecosystems", "github", "io"],
  // What happened, held against what could: from an audit and a history to a report.
  observe: ["audit", "ecosystems", "runs", "values"],
  // What the audits of many repositories say together.
  org: ["audit", "ecosystems", "fixes", "runs", "values"],
  // Names of targets, runs and people come from others, and are made harmless before they are shown.
  locks: ["catalogue", "config", "generated", "github", "io", "policy", "reporters"],
  commands: [
    "audit",
    "catalogue",
    "config",
    "drift",
    "explain",
    "fixes",
    "gate",
    "github",
    "init",
    "io",
    "locks",
    "observe",
    "org",
    "remote",
    "reporters",
    "rules",
    "simulate",
  ],
  tools: ["catalogue", "commands", "rules"],
  program: ["commands", "io"],
  cli: ["io", "program"],
  index: ["api", "io", "reporters"],
};

/** Folders that may touch disk, processes, the network and the clock. */
export const EDGES: readonly string[] = ["commands", "github", "io", "locks", "remote", "cli", "program", "index"];

/** Node's modules that only compute. */
export const PURE_MODULES: readonly string[] = ["node:crypto", "node:path", "node:path/posix", "node:url", "node:util"];

/**
 * Folders whose files call each other by nature: what they work through is nested in itself (a command in a
 * substitution in a command, a job in a workflow that a job calls). Cycles anywhere else are mistakes.
 */
export const RECURSIVE: readonly RegExp[] = [
  /^src\/syntax\/shell\//,
  /^src\/interpret\/(?:shell|scripts)\//,
  /^src\/interpret\/job\//,
  /^src\/runs\/walk\//,
];

/** What is not yet as it should be. The list only gets shorter. */
export const DEBTS: readonly string[] = [
  "src/rules/over-capacity.ts → src/rules/concurrent-writers.ts",
  "src/audit/report.ts ↔ src/audit/unresolved.ts",
  "src/ecosystems/kubernetes/index.ts",
];
