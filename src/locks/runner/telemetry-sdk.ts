import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, isSpanContextValid, trace } from "@opentelemetry/api";
import type { Attributes, Context, Span } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import { hostname } from "node:os";
import { packageVersion } from "../../io/version.ts";
import type { Env } from "./session.ts";
import type { Mark, Telemetry } from "./telemetry.ts";

/** How long the last spans may take on their way; the exporter gives up a little before, and says what is wrong. */
const FLUSH_MS = 2000;

/**
 * Spans in the words of OpenTelemetry's conventions for CI/CD, with `signalbox.…` where those have none. `warn` is told once
 * when they do not arrive.
 */
export function openTelemetry(env: Env, warn: (text: string) => void): Telemetry {
  const exporter = complaining(new OTLPTraceExporter({ timeoutMillis: FLUSH_MS - 200 }), warn);
  const named = resourceFromAttributes({ "service.name": "signalbox", "service.version": packageVersion() });
  const provider = new BasicTracerProvider({
    // What the environment says of the service outweighs the name given here.
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("signalbox", packageVersion());
  const root = tracer.startSpan("signalbox run", { kind: SpanKind.INTERNAL, attributes: pipeline(env) }, parentOf(env));
  const open: { readonly name: string; readonly context: Context }[] = [
    { name: "run", context: trace.setSpan(ROOT_CONTEXT, root) },
  ];
  const current = (): Context => open.at(-1)?.context ?? ROOT_CONTEXT;

  return {
    start(name, attributes = {}): Mark {
      const span = tracer.startSpan(`signalbox ${name}`, { attributes }, current());
      const level = { name, context: trace.setSpan(current(), span) };
      open.push(level);
      return {
        end(more = {}, failed) {
          close(span, more, failed);
          const at = open.indexOf(level);
          if (at > 0) open.splice(at, 1);
        },
      };
    },
    traceparent: () => traceparentOf(trace.getSpan(current())),
    async finish(attributes, failed) {
      close(root, attributes, failed);
      const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

/** The SDK drops what it cannot send without a word. */
function complaining(exporter: SpanExporter, warn: (text: string) => void): SpanExporter {
  let told = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && !told) warn(`the traces could not be sent: ${result.error.message}`);
        told ||= result.error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function close(span: Span, attributes: Attributes, failed: string | undefined): void {
  span.setAttributes(attributes);
  if (failed !== undefined) {
    span.setAttribute("error.type", failed);
    span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
  }
  span.end();
}

/** A step of a larger trace says so in TRACEPARENT (W3C Trace Context, version 00). */
function parentOf(env: Env): Context {
  const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(env["TRACEPARENT"] ?? "");
  const [, traceId = "", spanId = "", flags = "0"] = found ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}

function traceparentOf(span: Span | undefined): string | null {
  if (span === undefined) return null;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? "00" : "01"}`;
}

/** What CI says about the run around this one. Attributes without a value are left out. */
function pipeline(env: Env): Attributes {
  const github = env["GITHUB_SERVER_URL"] && env["GITHUB_REPOSITORY"] && env["GITHUB_RUN_ID"];
  const url = github
    ? `${env["GITHUB_SERVER_URL"]}/${env["GITHUB_REPOSITORY"]}/actions/runs/${env["GITHUB_RUN_ID"]}`
    : "";
  const all: Record<string, string | undefined> = {
    "cicd.pipeline.name": env["GITHUB_WORKFLOW"] ?? env["CI_PIPELINE_NAME"],
    "cicd.pipeline.run.id": env["GITHUB_RUN_ID"] ?? env["CI_PIPELINE_ID"],
    "cicd.pipeline.run.url.full": url || env["CI_PIPELINE_URL"],
    "cicd.pipeline.task.name": env["GITHUB_JOB"] ?? env["CI_JOB_NAME"],
    "cicd.pipeline.task.type": "deploy",
    "cicd.worker.id": env["RUNNER_NAME"] ?? hostname(),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ""));
}
