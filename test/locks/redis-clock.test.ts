import { openRedisStore } from "../../src/locks/backends/redis.ts";
import { clockJumps } from "./faults/clock-jump.ts";
import { REDIS } from "./helpers/with-server.ts";

clockJumps(REDIS, openRedisStore);
