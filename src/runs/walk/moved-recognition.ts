import type { Answer, Answers, Evidence } from "../../model/answers.ts";
import type { Moved } from "../../model/moved.ts";
import type { Recognition } from "../../catalogue/recognition.ts";

/** What an act is, with the places that it has in a file that was changed before it. */
export function movedRecognition(one: Recognition, moved: Moved): Recognition {
  const { bypass, waits, refused } = one;
  return {
    ...one,
    span: moved(one.span),
    answers: movedAnswers(one.answers, moved),
    bypass: bypass && { ...bypass, span: moved(bypass.span) },
    waits: waits && { ...waits, span: moved(waits.span) },
    refused: refused && { ...refused, span: moved(refused.span) },
    recoveryEvidence: movedEvidence(one.recoveryEvidence, moved),
  };
}

function movedAnswers({ shape, lock, recovery, blastRadius, capacity }: Answers, moved: Moved): Answers {
  return {
    shape: movedAnswer(shape, moved),
    lock: movedAnswer(lock, moved),
    recovery: movedAnswer(recovery, moved),
    blastRadius: movedAnswer(blastRadius, moved),
    capacity: movedAnswer(capacity, moved),
  };
}

function movedAnswer<A extends Answer<unknown>>(answer: A, moved: Moved): A {
  return answer.evidence.some(({ span }) => span)
    ? { ...answer, evidence: movedEvidence(answer.evidence, moved) }
    : answer;
}

function movedEvidence(evidence: readonly Evidence[], moved: Moved): readonly Evidence[] {
  return evidence.map((one) => (one.span ? { ...one, span: moved(one.span) } : one));
}
