import { serverFaults } from "./faults/servers.ts";
import { POSTGRES } from "./helpers/with-server.ts";

serverFaults(POSTGRES);
