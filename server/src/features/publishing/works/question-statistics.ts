import type { TurnFigures, WorkQuestionStatistics } from '@vesalius/contract/work-questions';
import type { Path } from '@vesalius/contract/working-copy-document';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { minAnswersFor } from '../../assessments/question-statistics.ts';
import { readQuestionFigures } from '../../assessments/read-question-figures.ts';
import { demandWork } from '../studio/access.ts';
import { inWording } from './in-wording.ts';
import { wordingsOf } from './question-wordings.ts';
import { findRevision, listPublishedQuestions } from './wording-queries.ts';

const KINDS = { quizzes: 'quiz', tests: 'test', final_test: 'final' } as const;
const TURNS = { quiz: ['quiz'], test: ['pre', 'post'], final: ['final'] } as const;
type Answer = WorkQuestionStatistics;
type Subject = { readonly kind: keyof typeof TURNS; readonly list: Path };

/** Limits recounts: opening one question after the other does not count all readers' answers each time. */
const COUNTED_EVERY_MS = 5 * 60_000;
const MAX_LISTS = 500;

/**
 * Statistics of a work's published questions. Access is never cached, and a new release makes the figures be counted
 * again.
 */
export class WorkStatistics {
  readonly #deps: Pick<Deps, 'db' | 'clock'>;
  readonly #lists = new LRUCache<string, { readonly until: number; readonly answer: Promise<Answer> }>({
    max: MAX_LISTS,
  });

  constructor(deps: Pick<Deps, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  async read(actor: Actor, workId: string, list: string): Promise<Answer> {
    const { db, clock } = this.#deps;
    await demandWork(db, actor, workId, 'review');
    const subject = subjectOf(list);
    demand(subject, 'not_found');
    const revision = await findRevision(db, workId);
    if (revision === null) return { questions: [] };
    const minAnswers = minAnswersFor(actor);
    const name = `${workId} ${revision} ${list} ${minAnswers}`;
    const now = clock.now().getTime();
    const cached = this.#lists.get(name);
    if (cached && cached.until > now) return cached.answer;
    const answer = this.#count(workId, subject, minAnswers);
    const counted = { until: now + COUNTED_EVERY_MS, answer };
    this.#lists.set(name, counted);
    // A failed count is not cached.
    answer.catch(() => this.#lists.peek(name) === counted && this.#lists.delete(name));
    return answer;
  }

  async #count(bookId: string, { kind, list }: Subject, minAnswers: number): Promise<Answer> {
    const { db } = this.#deps;
    const questions = wordingsOf(await listPublishedQuestions(db, bookId, list));
    const wordings = questions.flatMap(({ key, periods }) =>
      periods.length > 1 ? periods.map((period) => ({ key, ...period })) : [],
    );
    const key = list[1]?.slice(1) ?? '';
    const counted = await readQuestionFigures(db, bookId, { kind, key, wordings }, minAnswers);
    return {
      questions: questions.map((question) => {
        const turnsOf = (wording: number) =>
          counted.filter((each) => each.key === question.key && each.wording === wording);
        const told = question.wordings.map((wording, index) => {
          const isCurrent = index === question.current;
          const turns = turnsOf(index).map(({ figures }) =>
            isCurrent ? figures : { ...figures, choices: inWording(figures.choices, wording) },
          );
          const choices = [...wording.choices];
          return {
            ...wording,
            choices,
            is_current: isCurrent,
            turns: isCurrent ? withEveryTurn(kind, turns) : turns,
          };
        });
        const isTold = (each: (typeof told)[number]) => each.is_current || each.turns.length > 0;
        const newestFirst = told.filter(isTold).toReversed();
        return {
          key: question.key,
          wordings: newestFirst.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
        };
      }),
    };
  }
}

/** Includes turns that too few readers have answered. */
const withEveryTurn = (kind: Subject['kind'], told: readonly TurnFigures[]): TurnFigures[] =>
  TURNS[kind].map(
    (turn) =>
      told.find((each) => each.kind === turn) ?? {
        ...{ kind: turn, number_answered: null, percentage_right: null },
        ...{ difficulty: null, discrimination: null, choices: [] },
      },
  );

function subjectOf(list: string): Subject | null {
  const path = list.split('/');
  const [holder = '', entry = '', ...rest] = path;
  const kind = KINDS[holder as keyof typeof KINDS];
  if (!kind) return null;
  const isList = kind === 'final' ? entry === 'questions' && rest.length === 0 : isListOf(entry, rest);
  return isList ? { kind, list: kind === 'final' ? ['final_test'] : [holder, entry] } : null;
}
const isListOf = (entry: string, rest: readonly string[]): boolean =>
  /^#./.test(entry) && rest.length === 1 && rest[0] === 'questions';
