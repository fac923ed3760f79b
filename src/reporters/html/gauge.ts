import type { ReportTarget } from "../../model/report.ts";
import { html, UNSPOKEN, type Markup } from "./markup.ts";

const LEFT = 7;
const LAST = 86;
const END = 117;

/**
 * Policy against configured at a glance: a bar as long as the policy lets writers in, a point for what the pipelines
 * let in, on a logarithmic scale from one writer to no bound. Beside it stands the same in words.
 */
export function gauge(target: ReportTarget): Markup {
  const policy = place(target.policy.limit);
  const configured = place(target.configured.limit);
  const excess =
    configured > policy && html`<line class="over" x1="${policy}" x2="${configured}" y1="8" y2="8"></line>`;
  return html`<svg class="gauge v-${target.verdict}" width="124" height="16" ${UNSPOKEN}
><line class="track" x1="${LEFT}" x2="${LAST}" y1="8" y2="8"></line
><line class="track open" x1="${LAST + 5}" x2="${END}" y1="8" y2="8"></line
><line class="allowed" x1="${LEFT}" x2="${policy}" y1="8" y2="8"></line
>${excess}<circle class="now" cx="${configured}" cy="8" r="4.5"></circle></svg>`;
}

/** 1 at the left, 64 and more before the gap, no bound at the right end. */
function place(limit: number | null): number {
  if (limit === null) return END;
  const share = Math.min(1, Math.log(Math.max(1, limit)) / Math.log(64));
  return Math.round(LEFT + (LAST - LEFT) * share);
}
