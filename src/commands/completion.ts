import { Argument, type Command } from "commander";

const EXAMPLES = `
Examples:
  source <(signalbox completion bash)                              in ~/.bashrc
  source <(signalbox completion zsh)                               in ~/.zshrc, after compinit
  signalbox completion fish > ~/.config/fish/completions/signalbox.fish`;

/** Adds `signalbox completion SHELL`. */
export function register(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes commands, options and their values")
    .addArgument(new Argument("<shell>", "the shell that will read it").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", EXAMPLES)
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completionScript } = await import("./completion/script.ts");
      const { writeResult } = await import("../io/output.ts");
      await writeResult(completionScript(program, shell), undefined);
    });
}
