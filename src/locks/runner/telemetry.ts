import type { Attributes } from "@opentelemetry/api";
import type { Env } from "./session.ts";

/** One span that has begun. */
export interface Mark {
  end(attributes?: Attributes, failed?: string): void;
}

/** Where a run says what it does, for tracing systems. Without an endpoint nothing is loaded and nothing is said. */
export interface Telemetry {
  start(name: "wait" | "hold" | "command" | "stop", attributes?: Attributes): Mark;
  /** The W3C trace context for the command, or null. */
  traceparent(): string | null;
  /** Ends the run's own span and sends what was collected, within a moment: a collector must not hold up a deploy. */
  finish(attributes: Attributes, failed?: string): Promise<void>;
}

const NO_MARK: Mark = { end: () => undefined };
export const NO_TELEMETRY: Telemetry = { start: () => NO_MARK, traceparent: () => null, finish: async () => undefined };

/** The standard variables decide: an OTLP endpoint, and that the SDK is not switched off. */
export function telemetryWanted(env: Env): boolean {
  const endpoint = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] || env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const off = env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || env["OTEL_TRACES_EXPORTER"] === "none";
  return Boolean(endpoint) && !off;
}

/** Loads the SDK only when an endpoint is configured. `warn` is told once when it is configured and not installed. */
export async function createTelemetry(env: Env, warn: (text: string) => void): Promise<Telemetry> {
  if (!telemetryWanted(env)) return NO_TELEMETRY;
  try {
    const { openTelemetry } = await import("./telemetry-sdk.ts");
    const protocol = env["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] || env["OTEL_EXPORTER_OTLP_PROTOCOL"];
    if (protocol === "grpc") {
      warn("traces are sent by HTTP, not by gRPC: name the collector's HTTP port (4318) as the endpoint");
    }
    return openTelemetry(env, warn);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    const packages =
      "@opentelemetry/api @opentelemetry/sdk-trace-base @opentelemetry/resources @opentelemetry/exporter-trace-otlp-http";
    warn(
      code === "ERR_MODULE_NOT_FOUND" ? `traces need \`npm install ${packages}\`` : `no traces are sent: ${message}`,
    );
    return NO_TELEMETRY;
  }
}
