import { serverCrowds } from "./faults/servers.ts";
import { REDIS } from "./helpers/with-server.ts";

serverCrowds(REDIS);
