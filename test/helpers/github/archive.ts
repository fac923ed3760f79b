import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { fileOf, type FakeRepository } from "./state.ts";

/** The archive of a set of files as GitHub packs it: everything in one folder of its own. */
export async function archiveOf(
  name: string,
  files: FakeRepository["files"],
  without: readonly string[] = [],
): Promise<Buffer> {
  const tar = pack();
  for (const [path, file] of Object.entries(files)) {
    if (without.includes(path)) continue;
    const { text, mode } = fileOf(file);
    if (mode === "120000") tar.entry({ name: `${name}/${path}`, type: "symlink", linkname: text });
    else tar.entry({ name: `${name}/${path}`, mode: mode === "100755" ? 0o755 : 0o644 }, text);
  }
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}
