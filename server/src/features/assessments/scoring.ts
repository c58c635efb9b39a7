/** What is right: one entry a question that is asked today. */
export interface KeyEntry {
  readonly questionId: string;
  readonly points: number;
  readonly choiceIds: readonly string[];
  readonly correctId: string | null;
}
export interface GivenAnswer {
  readonly questionId: string;
  readonly choiceId: string;
}
export interface GradedAnswer extends GivenAnswer {
  readonly correct: boolean;
  readonly points: number;
}

export type Grading =
  | {
      /** The answers that are new; those stored before keep the grade they got. */
      readonly answers: readonly GradedAnswer[];
      readonly score: number;
      /** Points that the new answers could have brought. */
      readonly total: number;
      readonly complete: boolean;
    }
  | { readonly problem: 'answers_incomplete' | 'answer_not_of_question' | 'already_answered' };

/**
 * Grades a submission against the key. `stored` holds what was answered before (question id to choice id): sending
 * it again is no news, changing it is refused. Every question must have an answer, new or stored, unless `partial`.
 */
export function grade(
  key: readonly KeyEntry[],
  given: readonly GivenAnswer[],
  stored: ReadonlyMap<string, string> = new Map(),
  { partial = false } = {},
): Grading {
  const entries = new Map(key.map((entry) => [entry.questionId, entry]));
  const fresh = new Map<string, string>();
  let changed = false;
  for (const { questionId, choiceId } of given) {
    const before = stored.get(questionId);
    // Compared with what was stored and not with today's choices: a repetition stays one after a new import.
    if (before === choiceId) continue;
    if (!entries.get(questionId)?.choiceIds.includes(choiceId)) return { problem: 'answer_not_of_question' };
    const twice = fresh.get(questionId);
    if (twice !== undefined && twice !== choiceId) return { problem: 'answer_not_of_question' };
    if (before !== undefined) changed = true;
    fresh.set(questionId, choiceId);
  }
  const complete = key.every(({ questionId }) => fresh.has(questionId) || stored.has(questionId));
  if (!complete && !partial) return { problem: 'answers_incomplete' };
  if (changed) return { problem: 'already_answered' };

  const answers = [...fresh].map(([questionId, choiceId]) => {
    const { correctId, points } = entries.get(questionId) as KeyEntry;
    const correct = choiceId === correctId;
    return { questionId, choiceId, correct, points: correct ? points : 0 };
  });
  return {
    answers,
    score: answers.reduce((sum, { points }) => sum + points, 0),
    total: answers.reduce((sum, { questionId }) => sum + (entries.get(questionId)?.points ?? 0), 0),
    complete,
  };
}
