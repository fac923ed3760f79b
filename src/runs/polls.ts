import type { Invocation } from "../interpret/machine.ts";
import { concat, literal, literalOf, show, type Text } from "../values/text.ts";

/** What a loop that sleeps waits for; two writers wait for each other where the names are one. */
export interface Poll {
  readonly name: Text;
  readonly what: string;
}

interface PollForm {
  readonly line: RegExp;
  readonly what: string;
  readonly named: string;
  /** Words of the command, and values of its flags, that are part of the name. */
  readonly words?: number;
  readonly flags?: readonly string[];
  /** Asks for what a write of one's own may have begun too: for others only where nothing was written before. */
  readonly first?: true;
  /** The command itself waits. */
  readonly patient?: true;
}

/**
 * Loops that ask whether somebody else is at work (other runs of a workflow, the target's own lock), or try to make
 * something that only one can make. Waiting for one's own result (a rollout, a health page) is none.
 */
const FORMS: readonly PollForm[] = [
  {
    line: /^gh run list\b|\/actions\/(?:workflows\/[^/]+\/)?runs\b/u,
    what: "a loop that asks for other runs and sleeps",
    named: "poll of other runs",
  },
  {
    line: /^helm (?:status|list|history|ls)\b/u,
    what: "a loop that asks for the release's state and sleeps",
    named: "poll of helm",
    words: 8,
  },
  {
    line: /^kubectl (?:--?[\w-]+[ =]\S+ )*create (?:--?[\w-]+[ =]\S+ )*(?:configmap|cm|lease|secret|namespace|ns)\b/u,
    what: "a loop that tries to create an object of the cluster and sleeps",
    named: "object",
    words: 4,
    flags: ["-n", "--namespace", "--context"],
  },
  {
    line: /^aws s3api put-object\b.*--if-none-match\b/u,
    what: "a loop that tries to write an object which must not exist yet and sleeps",
    named: "s3 object",
    flags: ["--bucket", "--key"],
  },
  {
    line: /^aws dynamodb put-item\b.*attribute_not_exists/u,
    what: "a loop that tries to write an item which must not exist yet and sleeps",
    named: "dynamodb item",
    flags: ["--table-name"],
  },
  {
    line: /^az storage blob lease acquire\b/u,
    what: "a loop that asks for the lease of a blob and sleeps",
    named: "blob",
    flags: ["--account-name", "--container-name", "-c", "--blob-name", "-b"],
  },
  {
    line: /^(?:gcloud storage cp|gsutil)\b.*if-generation-match[=:]\s*0/u,
    what: "a loop that tries to write an object which must not exist yet and sleeps",
    named: "gcs object",
    words: 8,
  },
  {
    line: /^redis-cli\b.*\bset\b.*\bnx\b|^redis-cli\b.*\bsetnx\b/iu,
    what: "a loop that tries to set a key which must not exist yet and sleeps",
    named: "redis key",
    words: 4,
  },
  {
    line: /^aws (?:cloudformation describe-stacks|elasticbeanstalk describe-environments|deploy (?:list-deployments|get-deployment)|lambda get-function(?:-configuration)?|ecs describe-services)\b/u,
    what: "a loop that asks for the target's state and sleeps",
    named: "state of",
    first: true,
    words: 3,
    flags: [
      ...["--stack-name", "--environment-names", "--environment-name", "--application-name"],
      ...["--deployment-group-name", "--function-name", "--cluster", "--services"],
    ],
  },
  {
    line: /^aws (?:cloudformation wait stack-|elasticbeanstalk wait environment-|lambda wait function-updated)/u,
    what: "a command that waits until the target is no longer being updated",
    named: "state of",
    first: true,
    patient: true,
    words: 2,
    flags: ["--stack-name", "--environment-names", "--environment-name", "--function-name"],
  },
  {
    line: /^az deployment (?:group|sub|mg|tenant) (?:list|show)\b|^argocd app get\b/u,
    what: "a loop that asks for the target's state and sleeps",
    named: "state of",
    first: true,
    words: 4,
    flags: ["-g", "--resource-group", "-n", "--name"],
  },
];

/** How a command is run: in a loop that sleeps, and whether its job has written something before. */
export interface Around {
  readonly loops: boolean;
  readonly wrote: boolean;
}

/** The wait that a command is; null where it is none. */
export function pollIn({ argv }: Invocation, { loops, wrote }: Around): Poll | null {
  const line = argv.map((word) => show(word)).join(" ");
  const form = FORMS.find((one) => one.line.test(line));
  if (!form || !(loops || form.patient) || (form.first && wrote)) return null;
  const plain = argv.filter((word, at) => !isFlag(word) && !(at > 0 && takesWord(argv[at - 1], form)));
  const words = plain.slice(2, form.words ?? 0);
  const values = (form.flags ?? []).map((flag) => valueOf(argv, flag)).filter((value) => value !== null);
  const parts = [...words, ...values].flatMap((word) => [literal(" "), word]);
  return { what: form.what, name: concat(literal(form.named), ...parts) };
}

function isFlag(word: Text): boolean {
  return show(word).startsWith("-");
}

function takesWord(before: Text | undefined, { flags = [] }: PollForm): boolean {
  const known = before ? literalOf(before) : null;
  return known !== null && flags.includes(known);
}

function valueOf(argv: readonly Text[], flag: string): Text | null {
  const at = argv.findIndex((word) => literalOf(word) === flag);
  if (at >= 0) return argv[at + 1] ?? null;
  const joined = argv.find((word) => show(word).startsWith(`${flag}=`));
  const [head, ...rest] = joined ?? [];
  return typeof head === "string" ? concat(literal(head.slice(flag.length + 1)), rest) : null;
}
