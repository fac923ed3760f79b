import { openEtcdStore } from "../../src/locks/backends/etcd.ts";
import { clockJumps } from "./faults/clock-jump.ts";
import { ETCD } from "./helpers/with-server.ts";

clockJumps(ETCD, openEtcdStore);
