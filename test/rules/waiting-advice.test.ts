import { describe, expect, it } from "vitest";
import { adviceIn } from "../../src/rules/waiting-advice.ts";

describe("people are told to keep order by hand", () => {
  it.each([
    "Before you start the deploy workflow, check that nobody else's deploy is still running, and announce it in #deploys.",
    "Make sure no other deploy is in progress.",
    "Please verify that someone else’s release is not still running before you press the button.",
    "Only one engineer may deploy at a time; ask in #ops first.",
    "Wait until the other deploy has finished before you start yours.",
  ])("by: %s", (sentence) => {
    expect(adviceIn(sentence).map(({ quote }) => quote)).toContain(sentence);
  });

  it.each([
    "Note that deployments are still running when the page is opened.",
    "The runner makes sure that no other process is running.",
    "Only one worker applies a migration at a time.",
    "You do not need to check whether somebody else's deploy is running.",
    "We announce every release in the channel.",
  ])("not by: %s", (sentence) => {
    expect(adviceIn(sentence)).toEqual([]);
  });
});
