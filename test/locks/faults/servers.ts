import { describe } from "vitest";
import type { StoreServer } from "../helpers/store-server.ts";
import { describeServer, type ServerKind } from "../helpers/with-server.ts";
import { crowdFaults } from "./crowds.ts";
import { holderFaults } from "./holders.ts";
import { networkFaults, restartFaults } from "./network.ts";
import { pauseFaults } from "./pauses.ts";
import { signalFaults } from "./signals.ts";
import { waiterFaults } from "./waiters.ts";
import type { FaultWorld } from "./world.ts";

/** The world of a server that the tests around start and stop. */
function worldOf(name: string, server: () => StoreServer): FaultWorld {
  return { name, url: () => server().url(), provesDeath: false };
}

/** Every fault under which runs are put on a store across a network. */
export function serverFaults<S extends StoreServer>(kind: ServerKind<S>): void {
  describeServer(`runs on ${kind.name} under faults`, kind, (server) => {
    const world = worldOf(kind.name, server);
    holderFaults(world);
    waiterFaults(world);
    signalFaults(world);
    pauseFaults(world);
    networkFaults(server);
  });
  describe.sequential("one after the other", () =>
    describeServer(`${kind.name} goes and comes back`, kind, restartFaults));
}

/** Many at once on such a store. */
export function serverCrowds<S extends StoreServer>(kind: ServerKind<S>): void {
  describeServer(`crowds on ${kind.name}`, kind, (server) => crowdFaults(worldOf(kind.name, server)));
}
