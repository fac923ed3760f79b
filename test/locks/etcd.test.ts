import { serverContract } from "./server-contract.ts";
import { ETCD } from "./helpers/with-server.ts";

serverContract(ETCD);
