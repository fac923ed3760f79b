import type { ErrorObject } from "ajv";

export declare const validateLock: { (data: unknown): boolean; errors?: ErrorObject[] | null };
