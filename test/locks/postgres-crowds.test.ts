import { serverCrowds } from "./faults/servers.ts";
import { POSTGRES } from "./helpers/with-server.ts";

serverCrowds(POSTGRES);
