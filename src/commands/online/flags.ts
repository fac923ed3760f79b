import type { Command } from "commander";

/** Adds the flags of every command that reads GitHub. The client itself is loaded when it is used. */
export function addGitHubFlags(command: Command): Command {
  return command
    .option("--api-url <url>", "root of the REST API, for GitHub Enterprise Server (https://HOST/api/v3)")
    .option(
      "--cache <dir>",
      "keep GitHub's answers and finished audits in this folder, not in the system's place for such things",
    )
    .option("--no-cache", "keep neither, and use nothing that was kept")
    .option("--timeout <seconds>", "longest silence of GitHub (default: 30)")
    .option("--max-wait <seconds>", "longest wait for GitHub's quota (default: 3700)");
}
