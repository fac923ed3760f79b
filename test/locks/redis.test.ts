import { serverContract } from "./server-contract.ts";
import { REDIS } from "./helpers/with-server.ts";

serverContract(REDIS);
