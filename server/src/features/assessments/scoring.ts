/** The key of one current question. */
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
      /** The new answers; stored ones keep their grade. */
      readonly answers: readonly GradedAnswer[];
      readonly score: number;
      /** The maximum points of the new answers. */
      readonly total: number;
      readonly complete: boolean;
    }
  | { readonly problem: 'answers_incomplete' | 'answer_not_of_question' | 'already_answered' };

/**
 * Grades a submission with the key. `stored` maps answered questions to choices: repeating an answer changes nothing, changing it
 * is refused. Every question needs a new or stored answer, unless `partial`.
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
    // Compared with the stored answer and not with the current choices, so that a repetition is recognized after an import.
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
