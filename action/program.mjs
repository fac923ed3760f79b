// Runs signalbox itself, once for each format that is wanted.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * @param {Record<string, string | undefined>} env
 * @param {ReturnType<typeof import("./inputs.mjs").readInputs>} inputs
 */
export function programOf(env, inputs) {
  const bin = join(env["ACTION_PATH"] ?? env["GITHUB_ACTION_PATH"] ?? ".", "bin", "signalbox.js");
  // The token is for the calls of this action; the program needs none, so it gets none.
  const { INPUT_TOKEN: _token, ...rest } = env;
  const quiet = { ...rest };
  delete quiet["GITHUB_STEP_SUMMARY"];

  function args(format, base, failOn) {
    return [
      bin,
      "audit",
      `--format=${format}`,
      `--fail-on=${failOn}`,
      ...(inputs.strict ? ["--strict"] : []),
      ...(inputs.config === "" ? [] : [`--config=${inputs.config}`]),
      ...(inputs.baseline === "" ? [] : [`--baseline=${inputs.baseline}`]),
      ...(base === null ? [] : [`--base=${base}`]),
    ];
  }

  function run(own, environment, stdout) {
    // After `--`, a path that starts with a dash is a path.
    const result = spawnSync(process.execPath, [...own, "--", inputs.path], {
      env: environment,
      stdio: ["ignore", stdout, "inherit"],
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    return { code: result.status ?? 2, text: result.stdout ?? "" };
  }

  function print(format, base) {
    const { code, text } = run(args(format, base, "never"), quiet, "pipe");
    if (code !== 0) throw new Error(`the ${format} report could not be made (exit code ${code}).`);
    return text;
  }

  return {
    /** Annotations on standard output, the job summary in its file; gives the gate's exit code. */
    annotate: (base) => run(args("github", base, inputs.failOn), rest, "inherit").code,
    /** A report as text. @throws {Error} when it cannot be made */
    print,
    /** Fixes that prove themselves. @throws {Error} when they cannot be worked out */
    fixes() {
      const own = [bin, "patch", "--format=json", ...(inputs.config === "" ? [] : [`--config=${inputs.config}`])];
      // 1: something is left that has no fix.
      const { code, text } = run(own, quiet, "pipe");
      if (code > 1) throw new Error(`the fixes could not be worked out (exit code ${code}).`);
      return JSON.parse(text).fixes;
    },
    /** A report in a file. @throws {Error} when it cannot be made */
    write(format, file, base) {
      const { code } = run([...args(format, base, "never"), `--output=${file}`], quiet, "inherit");
      if (code !== 0) throw new Error(`the ${format} report could not be written to ${file} (exit code ${code}).`);
    },
  };
}
