import { serverCrowds } from "./faults/servers.ts";
import { ETCD } from "./helpers/with-server.ts";

serverCrowds(ETCD);
