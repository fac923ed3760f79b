import { table } from "../../values/table.ts";

/** Facts about events (docs "Events that trigger workflows", "Webhook events and payloads"). */

/** Properties of `github.event`, beside `action`, `repository` and `sender`. */
export const PAYLOAD: Readonly<Record<string, readonly string[]>> = table({
  branch_protection_rule: ["rule", "changes"],
  check_run: ["check_run", "requested_action"],
  check_suite: ["check_suite"],
  create: ["ref", "ref_type", "master_branch", "description", "pusher_type"],
  delete: ["ref", "ref_type", "pusher_type"],
  deployment: ["deployment", "workflow", "workflow_run"],
  deployment_status: ["deployment", "deployment_status", "check_run", "workflow", "workflow_run"],
  discussion: ["discussion", "changes", "label", "answer"],
  discussion_comment: ["discussion", "comment", "changes"],
  fork: ["forkee"],
  gollum: ["pages"],
  image_version: ["image_version"],
  issue_comment: ["issue", "comment", "changes"],
  issues: ["issue", "changes", "label", "assignee", "milestone"],
  label: ["label", "changes"],
  merge_group: ["merge_group", "reason"],
  milestone: ["milestone", "changes"],
  page_build: ["build", "id"],
  project: ["project", "changes"],
  project_card: ["project_card", "changes"],
  project_column: ["project_column", "changes"],
  public: [],
  pull_request: [
    "pull_request",
    "number",
    "changes",
    "before",
    "after",
    "assignee",
    "requested_reviewer",
    "requested_team",
    "milestone",
    "reason",
  ],
  pull_request_review: ["pull_request", "review", "changes"],
  pull_request_review_comment: ["pull_request", "comment", "changes"],
  push: [
    "before",
    "after",
    "base_ref",
    "commits",
    "compare",
    "head_commit",
    "pusher",
    "ref",
    "created",
    "deleted",
    "forced",
  ],
  registry_package: ["registry_package", "package"],
  release: ["release", "changes"],
  repository_dispatch: ["branch", "client_payload"],
  schedule: ["schedule", "workflow"],
  status: ["sha", "name", "target_url", "context", "description", "state", "commit", "branches", "id"],
  watch: [],
  workflow_dispatch: ["inputs", "ref", "workflow"],
  workflow_run: ["workflow", "workflow_run"],
});

/** Activity types that start a workflow whose trigger names none, where that is not all of them. */
export const DEFAULT_TYPES: Readonly<Record<string, readonly string[]>> = table({
  pull_request: ["opened", "synchronize", "reopened"],
  pull_request_target: ["opened", "synchronize", "reopened"],
});

/** All activity types of the events that have some. */
export const ALL_TYPES: Readonly<Record<string, readonly string[]>> = table({
  branch_protection_rule: ["created", "edited", "deleted"],
  discussion: [
    "created",
    "edited",
    "deleted",
    "transferred",
    "pinned",
    "unpinned",
    "labeled",
    "unlabeled",
    "locked",
    "unlocked",
    "category_changed",
    "answered",
    "unanswered",
  ],
  discussion_comment: ["created", "edited", "deleted"],
  image_version: ["created", "ready", "deleted"],
  project: ["created", "closed", "reopened", "edited", "deleted"],
  project_card: ["created", "moved", "converted", "edited", "deleted"],
  project_column: ["created", "updated", "moved", "deleted"],
  registry_package: ["published", "updated"],
  release: ["published", "unpublished", "created", "edited", "deleted", "prereleased", "released"],
  workflow_run: ["completed", "requested", "in_progress"],
  issue_comment: ["created", "edited", "deleted"],
  pull_request_review: ["submitted", "edited", "dismissed"],
  pull_request_review_comment: ["created", "edited", "deleted"],
  merge_group: ["checks_requested"],
  issues: [
    "opened",
    "edited",
    "deleted",
    "transferred",
    "pinned",
    "unpinned",
    "closed",
    "reopened",
    "assigned",
    "unassigned",
    "labeled",
    "unlabeled",
    "locked",
    "unlocked",
    "milestoned",
    "demilestoned",
    "field_added",
    "field_removed",
    "typed",
    "untyped",
  ],
  watch: ["started"],
  check_suite: ["completed"],
  check_run: ["created", "rerequested", "completed", "requested_action"],
  label: ["created", "edited", "deleted"],
  milestone: ["created", "closed", "opened", "edited", "deleted"],
});

/** Activities of a pull request that bring `github.event.label`. */
export const LABEL_TYPES: ReadonlySet<string> = new Set(["labeled", "unlabeled"]);

/** `github.event.workflow_run.conclusion` of a run that has ended. */
export const CONCLUSIONS: readonly string[] = [
  "success",
  "failure",
  "cancelled",
  "skipped",
  "timed_out",
  "action_required",
  "neutral",
  "stale",
  "startup_failure",
];

/** `github.event.deployment_status.state`; `inactive` starts nothing. */
export const DEPLOYMENT_STATES: readonly string[] = ["success", "failure", "error", "in_progress", "queued", "pending"];
