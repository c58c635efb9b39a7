import type { Test } from '@vesalius/contract/assessments-questions';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { issueEarnedCertificates } from '../certificates/issue-certificates.ts';
import { type AnswerRow, insertAttempt, listAnswers, type NewAttempt } from './attempt-queries.ts';
import type { ImageUrl } from './paper-views.ts';
import { isChapterRead } from './post-opening.ts';
import { readTest, testView } from './read-test.ts';
import { type GivenAnswer, grade } from './scoring.ts';
import { storeTurn } from './store-turn.ts';
import { findTestHead, type TestHead, type TestRow } from './subject-queries.ts';
import { sectionRows, type TestPaper, type TestPapers } from './test-papers.ts';

/**
 * Submits a turn of a chapter test and returns the test with its result. Usually it is the first submission of the turn, which is
 * graded in memory and stored by one conditional statement, its own transaction; if an attempt exists, `store-turn.ts` locks it.
 */
export async function submitTest(
  db: Db,
  submission: {
    actor: Actor;
    testId: string;
    turn: 'pre' | 'post';
    answers: readonly GivenAnswer[];
    papers: TestPapers;
    imageUrl: ImageUrl;
    now: Date;
  },
): Promise<Test> {
  const { actor, testId, turn, answers, papers, imageUrl, now } = submission;
  const { userId } = actor;
  const head = await findTestHead(db, { testId, userId, now });
  demand(head, 'not_found');
  const { records } = await demandAccess(db, actor, head.bookId, now);
  demand(records, 'read_only_role');
  const of = { userId, kind: turn, subjectId: testId };
  if ((turn === 'pre' ? head.preAttemptId : head.postAttemptId) === null) {
    const paper = await papers.get(db, { kind: 'test', id: testId }, head.revision);
    demand(paper.questions.length > 0, 'not_found');
    const before = head.preAttemptId ? await listAnswers(db, [head.preAttemptId]) : [];
    if (turn === 'post') {
      demand(isComplete(paper, before), 'pre_test_not_solved');
      demand(isChapterRead(head), 'chapter_not_read');
    }
    const graded = grade(paper.key, answers);
    if ('problem' in graded) throw new ProductError(graded.problem);
    const attempt = { ...of, ...graded, bookId: head.bookId, number: 1, at: now };
    if (await insertAndEarn(db, attempt, head)) {
      const given = graded.answers.map((answer) => ({ attemptId: '', ...answer }));
      const both = turn === 'pre' ? { pre: given, post: [] } : { pre: before, post: given };
      return testView({
        ...{ actor, records, imageUrl, answers: both },
        drawn: turn === 'pre' ? head.prePaper : head.postPaper,
        row: testRow(head, paper, both),
        questions: paper.questions,
        sections: sectionRows(testId, paper, both),
      });
    }
  }
  await storeTurn(db, { ...of, bookId: head.bookId, answers }, now);
  return readTest(db, { actor, testId, turn, imageUrl, now });
}

/** False if the turn is already stored. A mandatory test may be the last thing that a certificate requires. */
function insertAndEarn(db: Db, attempt: NewAttempt, { isMandatory }: TestHead): Promise<boolean> {
  const { userId, bookId, kind, at: now } = attempt;
  if (!isMandatory || kind !== 'post') return insertAttempt(db, attempt);
  return inTransaction(db, async (tx) => {
    const inserted = await insertAttempt(tx, attempt);
    if (inserted) await issueEarnedCertificates(tx, { userId, bookId, now });
    return inserted;
  });
}

const isComplete = ({ questions }: TestPaper, given: readonly AnswerRow[]): boolean => {
  const answered = new Set(given.map(({ questionId }) => questionId));
  return questions.every(({ id }) => answered.has(id));
};

function testRow(
  head: TestHead,
  { questions }: TestPaper,
  { pre, post }: Readonly<Record<'pre' | 'post', readonly AnswerRow[]>>,
): TestRow {
  const asked = new Set(questions.map(({ id }) => id));
  const of = (given: readonly AnswerRow[]) => given.filter(({ questionId }) => asked.has(questionId));
  const points = (given: readonly AnswerRow[]) => of(given).reduce((sum, answer) => sum + answer.points, 0);
  return {
    ...head,
    questions: questions.length,
    points: questions.reduce((sum, question) => sum + question.points, 0),
    preAnswered: of(pre).length,
    preScore: points(pre),
    postAnswered: of(post).length,
    postScore: points(post),
  };
}
