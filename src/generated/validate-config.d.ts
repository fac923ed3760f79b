import type { ErrorObject } from "ajv";

export declare const validateConfig: { (data: unknown): boolean; errors?: ErrorObject[] | null };
