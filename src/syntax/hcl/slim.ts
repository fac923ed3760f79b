import { topLevelChunks } from "./chunks.ts";

/**
 * The source with all top-level blocks but the wanted ones turned into comments of the same length, so that every
 * offset stays and the parser has little to do. `keep` sees a block from its header to the next one's.
 */
export function slimSource(source: string, keep: (block: string) => boolean): string {
  return topLevelChunks(source)
    .map((chunk, index) => {
      const isBlock = index > 0 || /^[A-Za-z_]/.test(chunk.source);
      return !isBlock || keep(chunk.source) ? chunk.source : silenced(chunk.source);
    })
    .join("");
}

function silenced(block: string): string {
  return block.length < 2 ? block : `#${"-".repeat(block.length - 2)}\n`;
}
