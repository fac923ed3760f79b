/** A sentence that tells people to keep order by hand, with its place in the text. */
export interface Advice {
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/** Words without which no sentence is looked at; most documents have none of them. */
const MARKERS =
  /\bwait\b|\bnobody\b|\bno one\b|\bno-one\b|\bno other\b|\banother\b|\bany(?:body|one)\b|\bsome(?:body|one)\b|at a time|at the same time|coordinate|announce|meanwhile|while (a|another|this|the) /iu;

const WORK =
  "(?:deploy(?:s|ed|ing|ment|ments)?|releas(?:e|es|ed|ing)|appl(?:y|ies|ying)|migrat(?:e|es|ing|ion|ions)|roll(?:ing)?[- ]?outs?|merg(?:e|es|ing|ed)|pipelines?|workflow runs?|runs?|jobs?|playbooks?|terraform|helm)";
const OTHERS =
  "(?:no(?:body| one|-one)(?: else)?|any(?:body|one)?(?: else)?|some(?:body|one)(?: else)?|another|other(?:s)?|else)";
const DEPLOYS =
  "(?:deploy(?:s|ment|ments)?|releases?|appl(?:y|ies)|migrations?|rollouts?|(?:pipeline|workflow|deploy|release|terraform) runs?|pipelines?)";
/** Whose deploy it is that people look for. */
const ANOTHERS = "(?:no|another|other|(?:no(?:body| one|-one)|any(?:body|one)|some(?:body|one))(?: else)?['’]s)";
const DOING = "(?:deploying|releasing|applying|migrating|merging)";
const UNDER_WAY = "(?:running|in progress|under way)";

/** Each is an order to a person, not a description of what a program does. */
const ORDERS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:check|look|make sure|ensure|verify|confirm|ask)\\b[^.]{0,80}\\b${OTHERS}\\b[^.]{0,30}\\b${DOING}\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:check|look|make sure|ensure|verify|confirm|ask)\\b[^.]{0,80}\\b${ANOTHERS}(?!\\w)[^.]{0,12}\\b${DEPLOYS}\\b[^.]{0,20}\\b${UNDER_WAY}\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:check|look at|see)\\b[^.]{0,40}\\bactions (?:tab|page)\\b[^.]{0,60}\\b(?:${OTHERS}|running|wait)\\b`,
    "iu",
  ),
  new RegExp(
    `\\bif\\b[^.]{0,40}\\b(?:${WORK}|one)\\b[^.]{0,30}\\b(?:is|are) (?:already |still )?(?:running|in progress|under way)\\b[^.]{0,20}\\bwait\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:do not|don't|never|please do not)\\b[^.]{0,20}\\b${WORK}\\b[^.]{0,50}\\b(?:while|until|meanwhile|at the same time|before (?:the|it))\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:nobody|no one)(?: else)?\\b[^.]{0,15}\\b(?:may |should |must |can )?${WORK}\\b[^.]{0,40}\\b(?:meanwhile|while|until|at the same time)\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:one|single) ${WORK}(?: at a time| at once)\\b[^.]{0,60}\\b(?:please|coordinate|announce|agree|channel|ask)\\b`,
    "iu",
  ),
  new RegExp(
    `\\bonly one (?:person|engineer|developer|team|of (?:us|you))\\b[^.]{0,30}\\b${WORK}\\b[^.]{0,20}\\bat (?:a|any)(?: given)? time\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:announce|coordinate|tell|ask)\\b[^.]{0,80}\\b(?:not to ${WORK}|before (?:you )?${WORK}|who goes first)\\b`,
    "iu",
  ),
  /\bwait\b (?:until|till|for)\b[^.]{0,70}\b(?:finish(?:ed|es)?|done|complete[ds]?|over|green|ended)\b[^.]{0,30}\bbefore (?:you |the next |merging|deploying|releasing|starting)/iu,
  new RegExp(`\\bbefore you (?:${WORK}|start)\\b[^.]{0,100}\\bwait\\b (?:until|till|for)\\b`, "iu"),
  new RegExp(
    `\\bwait\\b (?:until|till|for)\\b[^.]{0,20}\\b(?:the )?(?:other|running|current|previous)\\b[^.]{0,15}\\b${WORK}\\b[^.]{0,30}\\b(?:finish(?:ed|es)?|done|complete[ds]?|over|green|ended)\\b`,
    "iu",
  ),
];

/** Speaks of what a program, not a person, does. */
const NOT_PEOPLE =
  /\b(?:worker|thread|goroutine|mutex|transaction|consumer|process(?:es)? must|the second one waits|library|queue\.run)/iu;

/** Tells people that they need not wait. */
const RELIEF =
  /\b(?:do not|does not|don't|doesn't|never|no longer) (?:need|have) to\b|\bno(?: longer any)? need (?:to|for)\b|\bneed(?: not|n't)\b|\bunnecessary\b/iu;

/** The sentences of a text that tell people to wait for each other; `text` has been freed of markup by the caller. */
export function adviceIn(text: string): readonly Advice[] {
  if (!MARKERS.test(text)) return [];
  const out: Advice[] = [];
  for (const { start, end } of sentences(text)) {
    if (out.some((known) => known.start < end && start < known.end)) continue;
    const sentence = text.slice(start, end);
    const flat = sentence.replaceAll(/[*_`]/gu, "").replaceAll(/\s+/gu, " ").trim();
    if (flat.length > 600 || NOT_PEOPLE.test(flat) || RELIEF.test(flat)) continue;
    if (ORDERS.some((order) => order.test(flat))) out.push({ start, end, quote: flat });
  }
  return out;
}

/** Sentences, list items and paragraphs; two sentences that follow each other directly count as one thought. */
function sentences(text: string): readonly { readonly start: number; readonly end: number }[] {
  const out: { start: number; end: number }[] = [];
  const ends = /[.!?](?=\s|$)|\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)/gu;
  let start = 0;
  for (const match of text.matchAll(ends)) {
    const end = match.index + match[0].length;
    push(text, start, end, out);
    start = end;
  }
  push(text, start, text.length, out);
  return [...out, ...pairs(text, out)];
}

function push(text: string, start: number, end: number, out: { start: number; end: number }[]): void {
  const skipped = start + (text.slice(start, end).length - text.slice(start, end).trimStart().length);
  if (end - skipped > 12) out.push({ start: skipped, end });
}

/** An order may be spread over two sentences: "If one is running, wait. Do not deploy while …". */
function pairs(
  text: string,
  single: readonly { readonly start: number; readonly end: number }[],
): readonly { readonly start: number; readonly end: number }[] {
  return single.flatMap((one, index) => {
    const next = single[index + 1];
    return next && !/\n\s*\n/u.test(text.slice(one.end, next.start)) && next.end - one.start < 400
      ? [{ start: one.start, end: next.end }]
      : [];
  });
}
