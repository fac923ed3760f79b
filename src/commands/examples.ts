import type { Command } from "commander";

/** What stands under the help of the program itself, and of commands whose own file has flags enough. */
const EXAMPLES: Readonly<Record<string, string>> = {
  signalbox: `
Examples:
  signalbox init                               a starter config, and a workflow that gates pull requests
  signalbox audit                              what of this repository can run into itself
  signalbox explain concurrent-writers         what a rule means, with an example and its fix
  signalbox patch | git apply                  every fix that was proven
  signalbox COMMAND --help                     flags and examples of one command`,
  "signalbox run": `
Examples:
  signalbox run --target "helm-release:prod/web/api" -- helm upgrade api ./chart
  signalbox run --target "ansible-fleet:prod" --permits 3 -- ansible-playbook site.yml
  signalbox run --target "database:prod" --wait 10m --store postgres://locks.internal/signalbox -- npm run migrate`,
  "signalbox queue": `
Examples:
  signalbox queue                                          who holds what, who waits, since when
  signalbox queue --target "database:prod" --watch         one target, again and again
  signalbox queue --target "database:prod" --cancel 4f21 --reason "superseded by the hotfix"`,
  "signalbox queue reconcile": `
Example:
  signalbox queue reconcile --target "database:prod"       places whose CI run is gone`,
  "signalbox fence": `
Example:
  signalbox fence check --help                             how a target refuses an older token`,
  "signalbox fence check": `
Examples:
  signalbox fence check --file /var/lib/deploy/fence -- ./deploy.sh
  signalbox fence check --sql postgres://db.internal/app --script migrate.sql
  signalbox fence check --s3 s3://bucket/current.json --from release.json`,
  "signalbox kinds": `
Examples:
  signalbox kinds                              what is known here, kinds of .signalbox/targets included
  signalbox explain helm-release               one of them, with its answers and their sources`,
  "signalbox init": `
Examples:
  signalbox init                               signalbox.yml and .github/workflows/signalbox.yml
  signalbox init services/shop                 for a folder that is a repository of its own

What is there already is never overwritten.`,
};

/** Adds examples to a command and to those below it. */
export function addExamples(command: Command, path: string): void {
  const text = EXAMPLES[path];
  if (text !== undefined) command.addHelpText("after", text);
  for (const sub of command.commands) addExamples(sub, `${path} ${sub.name()}`);
}
