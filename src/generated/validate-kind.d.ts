import type { ErrorObject } from "ajv";

export declare const validateKind: { (data: unknown): boolean; errors?: ErrorObject[] | null };
