import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database/database.ts';
import type { AnswerRow } from './attempt-queries.ts';
import { listQuestions, type Paper, type QuestionRow } from './paper-queries.ts';
import type { KeyEntry } from './scoring.ts';
import type { SectionRow } from './section-results.ts';
import { listTestSections, type TestSection } from './subject-queries.ts';

/** The questions of a chapter test or a final test with the key: the same for all readers until the book's next revision. */
export interface TestPaper {
  readonly questions: readonly QuestionRow[];
  readonly key: readonly KeyEntry[];
  /** Chapter tests only. */
  readonly sections: readonly TestSection[];
}

/** More tests than a course takes at one time. */
const MAX_PAPERS = 200;

/**
 * Caches the papers of tests by revision: when five hundred readers take the same test, it is read once. Access rights are never
 * cached.
 */
export class TestPapers {
  readonly #papers = new LRUCache<string, Promise<TestPaper>>({ max: MAX_PAPERS });

  get(db: Db, paper: Paper, revision: number): Promise<TestPaper> {
    const name = `${paper.id} ${revision}`;
    const cached = this.#papers.get(name);
    if (cached !== undefined) return cached;
    const read = readPaper(db, paper);
    this.#papers.set(name, read);
    // A failed read is not cached.
    read.catch(() => this.#papers.peek(name) === read && this.#papers.delete(name));
    return read;
  }
}

async function readPaper(db: Db, paper: Paper): Promise<TestPaper> {
  const [all, sections] = await Promise.all([
    listQuestions(db, paper),
    paper.kind === 'test' ? listTestSections(db, paper.id) : [],
  ]);
  const questions = all.filter(({ retired }) => !retired);
  return { questions, sections, key: questions.map(keyEntry) };
}

function keyEntry({ id, points, choices }: QuestionRow): KeyEntry {
  const offered = choices.filter(({ retired }) => !retired);
  return {
    questionId: id,
    points,
    choiceIds: offered.map((choice) => choice.id),
    correctId: offered.find(({ correct }) => correct)?.id ?? null,
  };
}

/** The sections' points, equal to those of `listSections` (`submitted-equals-read.http.test.ts`). */
export function sectionRows(
  testId: string,
  { questions, sections }: TestPaper,
  answers: Readonly<Record<'pre' | 'post', readonly AnswerRow[]>>,
): SectionRow[] {
  const turn = (given: readonly AnswerRow[], sectionId: string) => {
    const byQuestion = new Map(given.map((answer) => [answer.questionId, answer]));
    const asked = questions.filter(
      (question) => question.sectionId === sectionId && byQuestion.has(question.id),
    );
    if (asked.length === 0) return { score: null, total: null };
    return {
      score: asked.reduce((sum, { id }) => sum + (byQuestion.get(id)?.points ?? 0), 0),
      total: asked.reduce((sum, { points }) => sum + points, 0),
    };
  };
  return sections.map(({ id, ...section }) => {
    const pre = turn(answers.pre, id);
    const post = turn(answers.post, id);
    return {
      testId,
      ...section,
      preScore: pre.score,
      preTotal: pre.total,
      postScore: post.score,
      postTotal: post.total,
    };
  });
}
