import { serverFaults } from "./faults/servers.ts";
import { REDIS } from "./helpers/with-server.ts";

serverFaults(REDIS);
