import type { StoreName } from "../capabilities.ts";
import type { QueueView, RateView } from "./view.ts";

type Labels = Readonly<Record<string, string | number>>;

interface Metric {
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
}

/** Every name that is printed; counters in the store that are not listed here are left out. */
const METRICS: Readonly<Record<string, Metric>> = {
  queue_depth: { type: "gauge", help: "Runs that wait." },
  queue_bound: { type: "gauge", help: "Bound of the queue, where there is one." },
  queue_oldest_wait_seconds: { type: "gauge", help: "Age of the oldest waiter." },
  permits_held: { type: "gauge", help: "Slots in use, quarantined ones included." },
  permits_limit: { type: "gauge", help: "Slots." },
  lease_remaining_seconds: { type: "gauge", help: "Least time left of a holder's lease." },
  queue_paused: { type: "gauge", help: "1 while an operator has paused grants." },
  breaker_closed: {
    type: "gauge",
    help: "1 while the circuit breaker lets nobody in, 0.5 while admission is reduced.",
  },
  rate_tokens_available: { type: "gauge", help: "Whole tokens of a rate now." },
  store_up: { type: "gauge", help: "1 when the store answered." },
  build_info: { type: "gauge", help: "Version of the program." },
  wait_duration_seconds: { type: "histogram", help: "Time from arrival to grant." },
  hold_duration_seconds: { type: "histogram", help: "Time from grant to the end of the hold." },
  store_operation_duration_seconds: { type: "histogram", help: "Time of calls to the store, as runners saw it." },
  stop_duration_seconds: { type: "histogram", help: "Time from the first signal to an empty process group." },
  admissions_total: { type: "counter", help: "Arrivals admitted to the queue." },
  grants_total: { type: "counter", help: "Grants." },
  contended_grants_total: { type: "counter", help: "Grants that had to wait." },
  releases_total: { type: "counter", help: "Leases given back." },
  rejections_total: { type: "counter", help: "Arrivals and waiters turned away." },
  lease_lost_total: { type: "counter", help: "Leases that ended without a release." },
  lease_renewals_total: { type: "counter", help: "Renewals." },
  expired_total: { type: "counter", help: "Holders and waiters whose lease ran out." },
  retries_total: { type: "counter", help: "Commands that stood in line again after a failure." },
  forced_kills_total: { type: "counter", help: "Commands that had to be killed." },
  leaked_processes_total: { type: "counter", help: "Processes that outlived their command." },
  idempotent_replays_total: { type: "counter", help: "Repeats of an idempotency key that did not run." },
  fence_rejections_total: { type: "counter", help: "Writes refused for an old token." },
};

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** The queue in Prometheus text format 0.0.4. No run ids or refs in labels: their number has no bound. */
export function prometheusText(
  views: readonly QueueView[],
  store: StoreName,
  up: boolean,
  version: string,
  rates: readonly RateView[] = [],
): string {
  const samples: Sample[] = [
    { name: "store_up", labels: { store }, value: up ? 1 : 0 },
    { name: "build_info", labels: { version }, value: 1 },
    ...rates.map(({ key, tokens }) => ({ name: "rate_tokens_available", labels: { rate: key, store }, value: tokens })),
    ...views.flatMap((view) => [...gauges(view, store), ...counters(view, store)]),
  ];
  const families = Object.entries(METRICS).map(([name, metric]) => family(name, metric, samples));
  return families.join("");
}

function labelsOf(view: QueueView, store: StoreName): Labels {
  const colon = view.target.indexOf(":");
  return { target: view.target, kind: colon > 0 ? view.target.slice(0, colon) : "none", store };
}

function gauges(view: QueueView, store: StoreName): Sample[] {
  const labels = labelsOf(view, store);
  const sample = (name: string, value: number): Sample => ({ name, labels, value });
  const list = [
    sample("queue_depth", view.waiters.length),
    sample("queue_oldest_wait_seconds", Math.max(0, ...view.waiters.map(({ ageSeconds }) => ageSeconds))),
    sample("permits_held", view.holders.length),
    sample("permits_limit", view.permits),
    sample("queue_paused", view.paused === null ? 0 : 1),
  ];
  const held = view.holders.filter(({ state }) => state === "held");
  if (view.breaker !== null) {
    const { phase } = view.breaker;
    list.push(sample("breaker_closed", phase === "shut" ? 1 : phase === "normal" ? 0 : 0.5));
  }
  if (view.bound !== null) list.push(sample("queue_bound", view.bound));
  if (held.length > 0) {
    list.push(sample("lease_remaining_seconds", Math.min(...held.map(({ leaseLeftSeconds }) => leaseLeftSeconds))));
  }
  return list;
}

/** The store's counters are named `metric|label=value,…`; sums are kept in microseconds. */
function counters(view: QueueView, store: StoreName): Sample[] {
  return Object.entries(view.counters).map(([key, value]) => {
    const [name = "", text = ""] = key.split("|");
    const own = text === "" ? [] : text.split(",").map((pair) => pair.split("=", 2) as [string, string]);
    const scaled = name.endsWith("_seconds_sum") ? value / 1_000_000 : value;
    return { name, labels: { ...labelsOf(view, store), ...Object.fromEntries(own) }, value: scaled };
  });
}

function family(name: string, metric: Metric, samples: readonly Sample[]): string {
  const mine = samples.filter((sample) => familyOf(sample.name) === name);
  if (mine.length === 0) return "";
  const lines = mine
    .sort(byLabels)
    .map(({ name: full, labels, value }) => `signalbox_${full}${labelText(labels)} ${value}`);
  return `# HELP signalbox_${name} ${metric.help}\n# TYPE signalbox_${name} ${metric.type}\n${lines.join("\n")}\n`;
}

function familyOf(name: string): string {
  const base = name.replace(/_(bucket|sum|count)$/, "");
  return METRICS[base]?.type === "histogram" ? base : name;
}

/** Buckets of one series must come in order of their bound, then sum and count. */
function byLabels(a: Sample, b: Sample): number {
  const { le: boundA, ...restA } = a.labels;
  const { le: boundB, ...restB } = b.labels;
  const series = labelText(restA).localeCompare(labelText(restB));
  if (series !== 0) return series;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return bound(boundA) - bound(boundB);
}

function bound(le: string | number | undefined): number {
  return le === "+Inf" ? Number.MAX_VALUE : Number(le ?? 0);
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
