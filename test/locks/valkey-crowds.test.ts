import { serverCrowds } from "./faults/servers.ts";
import { VALKEY } from "./helpers/with-server.ts";

serverCrowds(VALKEY);
