import type { SectionResult, Test, TestSummary } from '@vesalius/contract/assessments-questions';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import type { AnswerRow } from './attempt-queries.ts';
import { arrange, type DrawnPaper } from './draw-paper.ts';
import { findPaper, openPaper } from './drawn-paper-queries.ts';
import { listQuestions, type QuestionRow } from './paper-queries.ts';
import { type ImageUrl, testQuestion } from './paper-views.ts';
import { isChapterRead, pagesNeeded } from './post-opening.ts';
import { type SectionRow, sectionResult } from './section-results.ts';
import { findTurn } from './store-turn.ts';
import { listSections, listTests, type TestRow } from './subject-queries.ts';

/** The chapter tests of a book with the caller's results. */
export async function readTests(db: Db, actor: Actor, bookId: string, now: Date): Promise<TestSummary[]> {
  const [tests, sections] = await Promise.all([
    listTests(db, { bookId }, actor.userId, now),
    listSections(db, { bookId }, actor.userId),
  ]);
  return tests.map((test) =>
    testSummary(
      test,
      sections.filter(({ testId }) => testId === test.id).map((row) => sectionResult(row, actor.language)),
    ),
  );
}

function testSummary(row: TestRow, sections: SectionResult[]): TestSummary {
  const preSolved = row.preAnswered === row.questions;
  const postSolved = row.postAnswered === row.questions;
  return {
    id: row.id,
    book_id: row.bookId,
    title: row.title,
    note: row.note,
    is_mandatory: row.isMandatory,
    pre_page: row.prePage,
    post_page: row.postPage,
    total_points: row.points,
    number_of_questions: row.questions,
    pre_solved: preSolved,
    post_solved: postSolved,
    post_open: preSolved && !postSolved && isChapterRead(row),
    pages_shown: row.pagesShown,
    pages_needed: pagesNeeded(row),
    pre_test_points: preSolved ? row.preScore : null,
    post_test_points: postSolved ? row.postScore : null,
    sections_results: preSolved ? sections : [],
  };
}

/**
 * After the pre-test, a reader learns which answers were correct and which sections to read; key and justifications follow after
 * the post-test, because it has the same questions. Callers without progress see everything. The order is that of the turn's
 * paper.
 */
export async function readTest(
  db: Db,
  {
    actor,
    testId,
    bookId,
    turn,
    imageUrl,
    now,
  }: {
    actor: Actor;
    testId: string;
    bookId?: string | undefined;
    /** By default the next turn. */
    turn?: 'pre' | 'post' | undefined;
    imageUrl: ImageUrl;
    now: Date;
  },
): Promise<Test> {
  const { userId } = actor;
  const [row] = await listTests(db, { testId }, userId, now);
  demand(row && (bookId === undefined || bookId === row.bookId), 'not_found');
  const { records } = await demandAccess(db, actor, row.bookId, now);
  const [questions, sections, pre, post] = await Promise.all([
    listQuestions(db, { kind: 'test', id: testId }),
    listSections(db, { testId }, userId),
    findTurn(db, { userId, kind: 'pre', subjectId: testId }),
    findTurn(db, { userId, kind: 'post', subjectId: testId }),
  ]);
  const answers = { pre: pre?.answers ?? [], post: post?.answers ?? [] };
  const kind = turn ?? (pre ? 'post' : 'pre');
  const paperOf = { userId, kind, subjectId: testId, number: 1 };
  const isTaken = (kind === 'pre' ? pre : post) !== null;
  const drawn =
    isTaken || !records
      ? await findPaper(db, paperOf)
      : await openPaper(db, paperOf, { questionIds: questions.map(({ id }) => id), now });
  return testView({ actor, row, questions, sections, answers, drawn, records, imageUrl });
}

/** The test as it is presented, from data that have been read. */
export function testView({
  actor,
  row,
  questions,
  sections,
  answers,
  drawn,
  records,
  imageUrl,
}: {
  actor: Actor;
  row: TestRow;
  questions: readonly QuestionRow[];
  sections: readonly SectionRow[];
  answers: Readonly<Record<'pre' | 'post', readonly AnswerRow[]>>;
  /** The paper of the shown turn; null = in the order of the book. */
  drawn: DrawnPaper | null;
  records: boolean;
  imageUrl: ImageUrl;
}): Test {
  const preAnswers = new Map(answers.pre.map((answer) => [answer.questionId, answer]));
  const postAnswers = new Map(answers.post.map((answer) => [answer.questionId, answer]));
  const asked = questions.filter(({ retired }) => !retired);
  return {
    ...testSummary(
      row,
      sections.map((section) => sectionResult(section, actor.language)),
    ),
    may_submit: records,
    test_questions: arrange(drawn, asked, { keepOrder: row.keepQuestionOrder }).map((question) => {
      const given = {
        pre: preAnswers.get(question.id) ?? null,
        post: postAnswers.get(question.id) ?? null,
      };
      return testQuestion(question, given, given.post !== null || !records, imageUrl);
    }),
  };
}
