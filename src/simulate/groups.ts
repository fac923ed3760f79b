import type { SimGroup } from "./types.ts";

/** GitHub keeps at most this many members waiting in a `queue: max` group; the newcomer is turned away when it is full. */
const MOST_WAITING = 100;

/** Who is in a group: at most one holder, and those who wait, oldest first. Names compare without regard to case. */
export interface GroupState<Member> {
  holder: Member | null;
  waiting: Member[];
}

export interface Request<Member> {
  readonly outcome: "holds" | "waits" | "refused";
  /** A waiting member whose place was taken. */
  readonly replaced: readonly Member[];
  /** The running member that is cancelled to make room. */
  readonly cancelled: Member | null;
}

/**
 * A member asks for a group. The newcomer's settings decide: `cancels` stops the holder, `single` takes the one waiting
 * place from whoever has it, `max` stands in line. What happens where members of one group declare different queues is
 * not documented; here each newcomer follows its own.
 * Source: https://docs.github.com/en/actions/how-tos/write-workflows/choose-when-workflows-run/control-workflow-concurrency
 */
export function request<Member>(state: GroupState<Member>, member: Member, group: SimGroup): Request<Member> {
  if (state.holder === null) {
    state.holder = member;
    return { outcome: "holds", replaced: [], cancelled: null };
  }
  const cancelled = group.cancels ? state.holder : null;
  if (group.queue === "max" && !group.cancels) {
    if (state.waiting.length >= MOST_WAITING) return { outcome: "refused", replaced: [], cancelled: null };
    state.waiting.push(member);
    return { outcome: "waits", replaced: [], cancelled: null };
  }
  const replaced = state.waiting;
  state.waiting = [member];
  return { outcome: "waits", replaced, cancelled };
}

/** A member leaves, held or waiting. Returns who holds the group now because of that, null where nobody new does. */
export function leave<Member>(state: GroupState<Member>, member: Member): Member | null {
  state.waiting = state.waiting.filter((other) => other !== member);
  if (state.holder !== member) return null;
  state.holder = state.waiting.shift() ?? null;
  return state.holder;
}
