import { createServer } from "node:http";
import type { Server } from "node:http";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { telemetryWanted } from "../../src/locks/runner/telemetry.ts";
import { fault } from "./helpers/fault.ts";
import { memoryFolder } from "./helpers/memory-folder.ts";
import { SHORT, runProgram, start } from "./helpers/program.ts";
import type { Ran } from "./helpers/program.ts";

interface WireSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly status?: { readonly code?: number };
}

/** Spans as a collector gets them, over OTLP, from the built program. */
describe("OpenTelemetry", () => {
  const folder = memoryFolder();
  const spans: WireSpan[] = [];
  let server: Server;
  let endpoint = "";

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const all = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] };
        for (const { scopeSpans } of all.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    endpoint = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const args = (flags: readonly string[], command: readonly string[]): string[] => {
    return ["run", "-t", "o:x", "--store", `sqlite:${join(folder, "locks.db")}`, ...SHORT, ...flags, "--", ...command];
  };
  const traced = (flags: readonly string[], command: readonly string[], env = {}): Promise<Ran> => {
    spans.length = 0;
    return runProgram(args(flags, command), { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env } });
  };
  const span = (name: string): WireSpan | undefined => spans.find((one) => one.name === name);
  const attribute = (name: string, key: string): unknown => {
    const value = span(name)?.attributes.find((one) => one.key === key)?.value ?? {};
    return Object.values(value)[0];
  };

  fault("tells of the wait, the hold and the command, in one trace that the command goes on with", async () => {
    const around = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const env = { TRACEPARENT: around, GITHUB_WORKFLOW: "deploy", GITHUB_RUN_ID: "7", GITHUB_JOB: "apply" };
    const ran = await traced([], ["sh", "-c", "echo $TRACEPARENT"], env);
    expect(ran.code).toBe(0);
    expect(spans.map(({ name }) => name).sort()).toEqual([
      "signalbox command",
      "signalbox hold",
      "signalbox run",
      "signalbox wait",
    ]);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(["a".repeat(32)]));
    expect(span("signalbox run")?.parentSpanId).toBe("b".repeat(16));
    expect(span("signalbox wait")?.parentSpanId).toBe(span("signalbox run")?.spanId);
    expect(span("signalbox command")?.parentSpanId).toBe(span("signalbox hold")?.spanId);
    expect(ran.stdout.trim()).toBe(`00-${"a".repeat(32)}-${span("signalbox command")?.spanId}-01`);
    expect(attribute("signalbox run", "cicd.pipeline.name")).toBe("deploy");
    expect(attribute("signalbox run", "cicd.pipeline.task.run.result")).toBe("success");
    expect(attribute("signalbox command", "cicd.pipeline.run.state")).toBe("executing");
    expect(JSON.stringify(attribute("signalbox hold", "signalbox.fence"))).toMatch(/\d{16}/);
  });

  fault("tells of a stop, and what kind of end it was", async () => {
    const ran = await traced(["--max-hold", "200ms"], ["sleep", "30"]);
    expect(ran.code).toBe(119);
    expect(attribute("signalbox stop", "cicd.pipeline.run.state")).toBe("finalizing");
    expect(attribute("signalbox run", "cicd.pipeline.task.run.result")).toBe("timeout");
    expect(attribute("signalbox run", "error.type")).toBe("max-hold");
    expect(span("signalbox run")?.status?.code).toBe(2);
  });

  fault(
    "says nothing without an endpoint, and a collector that does not answer costs a moment and no outcome",
    async () => {
      spans.length = 0;
      expect((await runProgram(args([], ["true"]))).code).toBe(0);
      expect(spans).toEqual([]);
      const silent = createServer(() => undefined);
      await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
      const port = (silent.address() as { port: number }).port;
      const running = await start(args([], ["sh", "-c", "exit 3"]), {
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
      });
      const ran = await running.done;
      expect(ran).toMatchObject({ code: 3, result: { outcome: "command" } });
      expect(ran.stderr).toContain("warning: the traces could not be sent");
      silent.closeAllConnections();
      silent.close();
    },
  );

  fault("says that a collector is away, and that it is asked by HTTP", async () => {
    const nowhere = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
    const ran = await traced([], ["true"], nowhere);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/traces are sent by HTTP, not by gRPC[^]*the traces could not be sent/);
  });

  it("is wanted where the standard variables say so", () => {
    expect(telemetryWanted({})).toBe(false);
    expect(telemetryWanted({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://x" })).toBe(true);
    expect(telemetryWanted({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_SDK_DISABLED: "true" })).toBe(false);
    expect(telemetryWanted({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://x", OTEL_TRACES_EXPORTER: "none" })).toBe(false);
  });
});
