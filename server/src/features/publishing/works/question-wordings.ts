import { isSameWording, type Wording, wordingOf } from '@vesalius/contract/question-wording';
import type { PublishedQuestions } from './wording-queries.ts';

/** The time from which on readers were asked a wording of a question. */
interface Period {
  readonly from: Date;
  /** Index in `wordings`. */
  readonly wording: number;
}
export interface QuestionWordings {
  readonly key: string;
  /** In the order of their first publication. */
  readonly wordings: readonly Wording[];
  readonly periods: readonly Period[];
  /** Index in `wordings`. */
  readonly current: number;
}

/** The wordings of the current questions. A wording that returns is the same wording. */
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
