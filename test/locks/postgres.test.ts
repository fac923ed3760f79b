import { serverContract } from "./server-contract.ts";
import { POSTGRES } from "./helpers/with-server.ts";

serverContract(POSTGRES);
