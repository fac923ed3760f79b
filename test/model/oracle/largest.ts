import { MANY } from "./pool.ts";
import { canBeTwo, together, type Member } from "./together.ts";

/** The search for a larger set gives up after so many. */
const MOST_TRIES = 20_000;

/** The largest set of members of which any two can be at work together, up to `MANY`; lanes bound the legs of a job. */
export function largest(members: readonly Member[]): number {
  const rowOf = rowsOf(members);
  let best = greedy(members, rowOf);
  let tries = 0;
  const grow = (chosen: readonly Member[], rest: readonly number[]): void => {
    best = Math.max(best, chosen.length);
    const { within, beyond } = divided(rest, best - chosen.length, rowOf);
    const before = within;
    for (const at of beyond) {
      tries += 1;
      if (best >= MANY || tries > MOST_TRIES) return;
      const [next, row] = [members[at] as Member, rowOf(at)];
      if (laneFree(next, chosen)) {
        grow(
          [...chosen, next],
          before.filter((other) => row[other] === 1),
        );
      }
      before.push(at);
    }
  };
  grow([], [...members.keys()]);
  return Math.min(best, MANY);
}

type Row = (at: number) => Uint8Array;

/** A set that is found by taking whoever comes next and fits. */
function greedy(members: readonly Member[], rowOf: Row): number {
  const chosen: number[] = [];
  members.forEach((next, at) => {
    const row = chosen.length < MANY ? rowOf(at) : [];
    const own = chosen.map((index) => members[index] as Member);
    if (chosen.length < MANY && chosen.every((other) => row[other] === 1) && laneFree(next, own)) chosen.push(at);
  });
  return chosen.length;
}

/** `within`: those that `most` sets hold in each of which no two are ever together, so that at most so many of them are. */
function divided(
  rest: readonly number[],
  most: number,
  rowOf: Row,
): { readonly within: number[]; readonly beyond: readonly number[] } {
  const sets = Array.from({ length: Math.max(0, most) }, (): number[] => []);
  const beyond = rest.filter((at) => {
    const row = rowOf(at);
    const own = sets.find((set) => set.every((other) => row[other] === 0));
    own?.push(at);
    return own === undefined;
  });
  return { within: sets.flat(), beyond };
}

/** Who can be at work beside a member: all but those of which something in it says otherwise. */
function rowsOf(members: readonly Member[]): Row {
  const rows = members.map((): Uint8Array | null => null);
  const [byName, byRun] = [new Map<unknown, number[]>(), new Map<number, number[]>()];
  const put = <K>(index: Map<K, number[]>, key: K, at: number): void => {
    const list = index.get(key);
    if (list) list.push(at);
    else index.set(key, [at]);
  };
  const keysOf = ({ writing: { groups, work } }: Member): readonly unknown[] => [
    ...groups.map(({ name }) => name),
    ...(work ? [work] : []),
  ];
  members.forEach((member, at) => {
    for (const key of keysOf(member)) put(byName, key, at);
    put(byRun, member.run, at);
  });
  const made = (at: number): Uint8Array => {
    const member = members[at] as Member;
    const row = new Uint8Array(members.length).fill(1);
    for (const key of keysOf(member)) for (const other of byName.get(key) ?? []) row[other] = 0;
    const { run, pull, once } = member.kind;
    if (run !== "" || once !== "" || pull) {
      members.forEach(({ kind }, other) => {
        if (!canBeTwo(member.kind, kind)) row[other] = 0;
      });
    }
    for (const other of byRun.get(member.run) ?? []) row[other] = Number(together(member, members[other] as Member));
    return row;
  };
  return (at) => (rows[at] ??= made(at));
}

function laneFree(next: Member, chosen: readonly Member[]): boolean {
  return next.writing.path.every(([job], depth) => {
    const most = job.matrix?.maxParallel ?? null;
    if (most === null) return true;
    const inLane = chosen.filter(
      ({ run, writing }) =>
        run === next.run &&
        writing.path[depth]?.[0] === job &&
        writing.path
          .slice(0, depth)
          .every(([above, leg], at) => next.writing.path[at]?.[0] === above && next.writing.path[at]?.[1] === leg),
    );
    const legs = new Set([...inLane, next].map(({ writing }) => writing.path[depth]?.[1]));
    return legs.size <= most;
  });
}
