import { createMemoryWorld, openMemoryStore } from "../../src/locks/backends/memory.ts";
import type { MemoryWorld } from "../../src/locks/backends/memory.ts";
import { monotonicMicros } from "../../src/locks/host/clock.ts";
import { contract } from "./contract.ts";

let world: MemoryWorld = createMemoryWorld(monotonicMicros);

contract("memory", {
  start: async () => void (world = createMemoryWorld(monotonicMicros)),
  open: async () => openMemoryStore(world),
  stop: async () => undefined,
});
