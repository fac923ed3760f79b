// Rules of the model, each with one way to get it wrong. `from` stands exactly once in its file.

export const MUTATIONS = [
  {
    rule: "the run's own group separates none of its jobs",
    file: "src/runs/meet.ts",
    from: ".filter((other) => one.declaration.owner !== other.declaration.owner)",
    to: "",
  },
  {
    rule: "jobs in `needs` order are never together",
    file: "src/runs/order.ts",
    from: "if (x.after.has(y.job) || y.after.has(x.job)) return true;",
    to: "",
  },
  {
    rule: "`max-parallel: 1` keeps legs apart",
    file: "src/runs/order.ts",
    from: "return x.oneLegAtATime;",
    to: "return false;",
  },
  {
    rule: "what starts after a failure never meets what needs that all went well",
    file: "src/runs/order.ts",
    from: "return excludes(x, y) || excludes(y, x);",
    to: "return false;",
  },
  {
    rule: "`max-parallel: n` lets n legs in",
    file: "src/runs/occupancy.ts",
    from: ".size <= most;",
    to: ".size <= most + 1;",
  },
  {
    rule: "a target with the run's own number is one run's",
    file: "src/runs/configured.ts",
    from: "...(ofOneRun(presence) ? [ONE_RUN] : [])",
    to: "",
  },
  {
    rule: "what the run already holds is a deadlock",
    file: "src/runs/deadlock.ts",
    from: "if (!clash) return [{ cube: at, use }];",
    to: "if (!clash || clash.always) return [{ cube: at, use }];",
  },
  {
    rule: "`queue: max` with cancelling is refused",
    file: "src/runs/groups.ts",
    from: "if (max && cancel.holds) {",
    to: "if (max && !cancel.holds && cancel.holds) {",
  },
  {
    rule: "filters of branches alone shut tags out",
    file: "src/ecosystems/github-actions/push-starts.ts",
    from: "byTag || !byBranch",
    to: "byTag || byBranch || !byBranch",
  },
  {
    rule: "a merged pull request's close has the target branch's ref",
    file: "src/ecosystems/github-actions/pull-starts.ts",
    from: "if (activity.merged) return",
    to: "if (activity.merged && !activity.merged) return",
  },
  {
    rule: "`!` in a filter takes out what an earlier pattern let in",
    file: "src/ecosystems/github-actions/filter-pattern.ts",
    from: "passed === negated && matches(index) ? !negated : passed",
    to: "!negated && matches(index) ? true : passed",
  },
  {
    rule: "two runs never have one number",
    file: "src/runs/consistent.ts",
    from: `term.part.variable.kind === "unique" && values.get(term.key) === `,
    to: `term.part.variable.kind === "unique" && values.get(term.key) !== `,
  },
  {
    rule: "two values that are one text in several ways are in several groups",
    file: "src/runs/certain-groups.ts",
    from: "if (name === null || !isFixed(branch.cube, branch.text))",
    to: "if (name === null || isFixed === undefined)",
  },
  {
    rule: "two runs of one commit that do the same thing to its own target are no two writers",
    file: "src/runs/meet.ts",
    from: "return work !== null && work === commitsWork(b.id, b.use);",
    to: "return work !== null && work !== commitsWork(b.id, b.use);",
  },
  {
    rule: "names of groups compare without regard to case",
    file: "src/runs/deadlock.ts",
    from: "fold: true",
    to: "fold: false",
  },
  {
    rule: "a pull request is opened once and closed once",
    file: "src/runs/once.ts",
    from: 'new Set(["opened", "closed"])',
    to: 'new Set([""])',
  },
];
