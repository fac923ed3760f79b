/** The lock protocol as a Lua script: KEYS are the prefix, ARGV what to do, the target, the call, a test's clock. */
export declare const REDIS_SCRIPT: string;
