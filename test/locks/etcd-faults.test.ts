import { serverFaults } from "./faults/servers.ts";
import { ETCD } from "./helpers/with-server.ts";

serverFaults(ETCD);
