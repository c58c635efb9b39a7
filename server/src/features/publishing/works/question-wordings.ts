import { isSameWording, type Wording, wordingOf } from '@vesalius/contract/question-wording';
import type { PublishedQuestions } from './wording-queries.ts';

/** From when on readers were asked which wording of a question. */
interface Period {
  readonly from: Date;
  /** In `wordings`. */
  readonly wording: number;
}
export interface QuestionWordings {
  readonly key: string;
  /** In the order in which they were published first. */
  readonly wordings: readonly Wording[];
  readonly periods: readonly Period[];
  /** In `wordings`. */
  readonly current: number;
}

/** Of the questions that readers are asked now. A wording that came back is the one that it was. */
export function wordingsOf(releases: readonly PublishedQuestions[]): QuestionWordings[] {
  const known = new Map<string, KnownQuestion>();
  for (const { publishedAt: from, questions } of releases) {
    for (const question of questions ?? []) {
      const key = keyOf(question);
      const asked = wordingOf(question);
      const { wordings, periods } = known.get(key) ?? newQuestion();
      const seen = wordings.findIndex((each) => isSameWording(each, asked));
      const wording = seen < 0 ? wordings.push(asked) - 1 : seen;
      if (periods.at(-1)?.wording !== wording) periods.push({ from, wording });
      known.set(key, { wordings, periods, current: wording });
    }
  }
  const asked = releases.at(-1)?.questions ?? [];
  return asked.flatMap((question) => {
    const key = keyOf(question);
    const found = known.get(key);
    return found ? [{ key, ...found }] : [];
  });
}

interface KnownQuestion {
  readonly wordings: Wording[];
  readonly periods: Period[];
  readonly current: number;
}
const newQuestion = (): KnownQuestion => ({ wordings: [], periods: [], current: 0 });

const keyOf = (question: unknown): string => String((question as { key?: unknown } | null)?.key ?? '');
