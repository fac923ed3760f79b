import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A file's content, or where a link points, or an executable script. */
export type Content = string | Uint8Array | { readonly link: string } | { readonly script: string };

function writeEntry(file: string, content: Content): void {
  mkdirSync(dirname(file), { recursive: true });
  if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(file, content);
  else if ("link" in content) symlinkSync(content.link, file);
  else {
    writeFileSync(file, content.script);
    chmodSync(file, 0o755);
  }
}

/** A temporary folder with these files, removed when the test is over. Paths use `/`. */
export function makeFolder(files: Readonly<Record<string, Content>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "signalbox-test-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) writeEntry(join(root, path), content);
  return root;
}

/** Adds or overwrites files in a folder. */
export function addFiles(root: string, files: Readonly<Record<string, Content>>): void {
  for (const [path, content] of Object.entries(files)) writeEntry(join(root, path), content);
}

/** Runs git in a folder, with an author of its own and nobody's configuration. */
export function runGit(root: string, ...args: readonly string[]): string {
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "protocol.file.allow=always"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const command = ["-C", root, ...author, ...args];
  return execFileSync("git", command, { encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] });
}

/** A git repository with these files committed on `main`. */
export function makeRepository(files: Readonly<Record<string, Content>>): string {
  const root = makeFolder(files);
  runGit(root, "init", "-q", "-b", "main");
  commitAll(root, "start");
  return root;
}

/** Commits whatever is in the work tree. */
export function commitAll(root: string, message: string): void {
  runGit(root, "add", "-A");
  runGit(root, "commit", "-q", "--allow-empty", "-m", message);
}
