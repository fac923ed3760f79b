import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

type Json = Readonly<Record<string, unknown>>;

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: unknown;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Json }>> } | undefined>
  >;
}

let description: Description | null = null;
let ajv: Ajv | null = null;
const compiled = new Map<string, ValidateFunction | null>();

/** GitHub's own description of its API, 13 MB: read once, and only by tests. */
function load(): Description {
  if (description !== null) return description;
  // The package's own index would load all versions, half a gigabyte.
  const path = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");
  description = JSON.parse(readFileSync(path, "utf8")) as Description;
  nullableAsChoice(description.components.schemas);
  ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(description as object, "api");
  return description;
}

/** `nullable` beside `anyOf` says that null is one more choice; the validator only takes it beside a type. */
function nullableAsChoice(schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return;
  const own = schema as { nullable?: unknown; anyOf?: unknown };
  if (own.nullable === true && Array.isArray(own.anyOf)) {
    delete own.nullable;
    own.anyOf.push({ enum: [null] });
  }
  for (const inner of Object.values(schema)) nullableAsChoice(inner);
}

/** A copy of one of the examples of GitHub's description. */
export function example<T = Record<string, unknown>>(name: string): T {
  const found = load().components.examples[name];
  if (found === undefined) throw new Error(`GitHub's description has no example ${name}`);
  return structuredClone(found.value) as T;
}

function validatorFor(method: string, route: string, status: number): ValidateFunction | null {
  const key = `${method} ${route} ${status}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const operation = load().paths[route]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`GitHub has no ${method} ${route}`);
  const schema = operation.responses[String(status)]?.content?.["application/json"]?.schema;
  const pointer = `/paths/${route.replaceAll("~", "~0").replaceAll("/", "~1")}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
  const validator = schema === undefined || ajv === null ? null : ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
  compiled.set(key, validator);
  return validator;
}

/** What is wrong with an answer by GitHub's description; empty where nothing is. */
export function violations(method: string, route: string, status: number, body: unknown): readonly string[] {
  const validate = validatorFor(method, route, status);
  if (validate === null || validate(body)) return [];
  return (validate.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message }) => `${method} ${route} ${status}: ${instancePath} ${message ?? ""}`);
}
