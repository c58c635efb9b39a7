import type { Actor } from '../features/accounts/actor.ts';
import { hashPassword } from '../features/accounts/passwords.ts';
import { createComment } from '../features/discussions/create-comment.ts';
import { createTopic } from '../features/discussions/write-topic.ts';
import { createAssignment } from '../features/programs/create-assignment.ts';
import type { Tx } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Deps } from '../platform/deps.ts';
import { DAY_MS, HOUR_MS } from '../platform/durations.ts';
import {
  type DemoTest,
  findEmptyProgram,
  getUserId,
  insertDemoAttempt,
  insertDemoProgress,
  insertDemoStudent,
  listDemoTests,
} from './demo-program-queries.ts';
import { insertDemoPerson } from './demo-queries.ts';

/** First name, last name, skill (the share of questions answered correctly before a chapter), share of the tests taken. */
const STUDENTS = [
  ['Amina', 'Haddad', 0.62, 1],
  ['Benedikt', 'Aalto', 0.45, 0.7],
  ['Chidi', 'Okafor', 0.55, 0.85],
  ['Daniela', 'Ferrari', 0.7, 1],
  ['Elias', 'Lindqvist', 0.3, 0.35],
  ['Fatima', 'Zahra', 0.5, 0.6],
  ['Grace', 'Mbeki', 0.4, 0.5],
  ['Hiroshi', 'Tanaka', 0.66, 0.9],
  ['Ines', 'Carvalho', 0.35, 0.25],
  ['Jonas', 'Weber', 0.48, 0.15],
  ['Karim', 'Benali', 0.2, 0],
  ['Leila', 'Rahimi', 0.2, 0],
  ['Mateo', 'Vargas', 0.58, 0.75],
] as const;

/** The mail address of a student, which identifies the student at the next start. */
const emailOf = (firstName: string, secondName: string): string =>
  `${firstName}.${secondName}@residents.example`.toLowerCase();
export const DEMO_STUDENT_EMAILS = STUDENTS.map(([firstName, secondName]) => emailOf(firstName, secondName));

const TOPICS = [
  {
    by: null,
    title: 'Case of the week: hyperkalaemia with a normal ECG',
    content:
      '<p>A 71-year-old on spironolactone and ramipril. Potassium <strong>6.8 mmol/l</strong>, creatinine 190 µmol/l, and an ECG that looks entirely normal.</p><p>Before you read on:</p><ol><li>Do you believe the number?</li><li>What do you give first, and why?</li><li>When do you repeat it?</li></ol><p>Write down your answer, then read what the others did.</p>',
    comments: [
      [
        0,
        'I would repeat the sample at once, without a tourniquet. But I would not wait for it with the calcium.',
      ],
      [3, 'Agree. A normal ECG does not make 6.8 safe: sensitivity is poor.'],
      [
        null,
        'Good. What about the insulin dose at this creatinine? Think of the hypoglycaemia six hours later.',
      ],
      [7, 'Five units instead of ten, with 25 g of glucose, and glucose checks every hour for six hours.'],
    ],
  },
  {
    by: 2,
    title: 'How do you tell a pseudo-infarction from a real one?',
    content:
      '<p>I keep confusing <em>early repolarisation</em> and pericarditis with STEMI. Does anybody have an order of looking that works at three in the morning?</p>',
    comments: [
      [
        3,
        'Reciprocal depression first. If there is any apart from aVR and V1, it is an infarction until proven otherwise.',
      ],
      [12, 'And compare with an old tracing. Always ask for the old tracing.'],
    ],
  },
  {
    by: null,
    title: 'Journal club on Thursday',
    content:
      '<p>Seven days against fourteen days of antibiotics for uncomplicated gram-negative bacteraemia. Please read the chapter on duration first.</p><ul><li>Which patients were left out?</li><li>Would you stop on day seven in yours?</li></ul>',
    comments: [[5, 'The ones without source control were excluded, which is most of mine this month.']],
  },
] as const;

/** Students with different progress, tasks with due dates, and topics, so that a director sees something. */
export async function loadDemoProgram(deps: Deps, slug: string, password: string): Promise<void> {
  const { db, clock } = deps;
  const program = await findEmptyProgram(db, slug);
  if (!program) return;
  const now = clock.now();
  const passwordHash = await hashPassword(password);
  const tests = await listDemoTests(db, program.id);
  await inTransaction(
    db,
    async (tx) => {
      const ids: string[] = [];
      for (const [index, [firstName, secondName, skill, share]] of STUDENTS.entries()) {
        const email = emailOf(firstName, secondName);
        await insertDemoPerson(tx, { role: 'customer', email, firstName, secondName }, passwordHash, now);
        const { id } = await getUserId(tx, email);
        ids.push(id);
        await insertDemoStudent(tx, program.id, id, new Date(now.getTime() - 60 * DAY_MS));
        await study(tx, { userId: id, skill, share, seed: index + 1 }, tests, now);
      }
      const first = tests[0];
      const books = [...new Set(tests.map(({ bookId }) => bookId))];
      const task = { programId: program.id, directorId: program.directorId };
      if (first)
        await createAssignment(
          tx,
          {
            ...task,
            kind: 'test',
            subjectId: first.testId,
            dueOn: dayFrom(now, -4),
            note: 'Before the ward round',
          },
          new Date(now.getTime() - 20 * DAY_MS),
        );
      if (books[1])
        await createAssignment(
          tx,
          { ...task, kind: 'book', subjectId: books[1], dueOn: dayFrom(now, 60), note: '' },
          now,
        );
      await discuss(tx, program, ids, now);
    },
    { statementTimeoutMs: 20_000 },
  );
}

const dayFrom = (now: Date, days: number) =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Inserts attempts for the student's share of the tests; the numbers are the same on every machine. */
async function study(
  tx: Tx,
  student: { userId: string; skill: number; share: number; seed: number },
  tests: readonly DemoTest[],
  now: Date,
): Promise<void> {
  const { userId, skill, share, seed } = student;
  const takenCount = Math.round(tests.length * share);
  const pagesOf = new Map<string, number>();
  for (const [index, test] of tests.slice(0, takenCount).entries()) {
    const at = new Date(now.getTime() - (45 - (index * 40) / tests.length) * DAY_MS);
    for (const kind of ['pre', 'post'] as const) {
      if (kind === 'post' && index === takenCount - 1 && share < 1) break;
      const chance = kind === 'pre' ? skill : Math.min(0.97, skill + 0.28);
      const answers = test.questions.map(({ id, right, wrong, points }, nr) => {
        const correct = noise(seed * 97 + index * 31 + nr * 7 + (kind === 'pre' ? 0 : 3)) < chance;
        return { id, choiceId: correct ? right : wrong, correct, points };
      });
      await insertDemoAttempt(tx, { userId, bookId: test.bookId, kind, subjectId: test.testId, answers, at });
    }
    const ofBook = tests.filter(({ bookId }) => bookId === test.bookId);
    const read = tests.slice(0, index + 1).filter(({ bookId }) => bookId === test.bookId).length;
    pagesOf.set(test.bookId, Math.max(1, Math.round((test.pages * read) / ofBook.length)));
  }
  for (const [bookId, page] of pagesOf) {
    const pages = tests.find((test) => test.bookId === bookId)?.pages ?? page;
    await insertDemoProgress(tx, {
      userId,
      bookId,
      page,
      pages,
      at: new Date(now.getTime() - seed * DAY_MS),
    });
  }
}

/** A pseudo-random number between 0 and 1, the same for the same input. */
const noise = (number: number): number => {
  const value = Math.sin(number * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
};

async function discuss(
  tx: Tx,
  program: { id: string; directorId: string },
  studentIds: readonly string[],
  now: Date,
): Promise<void> {
  const actor = (index: number | null): Actor => ({
    userId: index === null ? program.directorId : (studentIds[index] as string),
    sessionId: '',
    role: index === null ? 'program_director' : 'customer',
    emailVerified: true,
    isBeta: false,
    institutionIds: [],
    language: 'en',
    timeZone: 'UTC',
  });
  for (const [index, topic] of TOPICS.entries()) {
    const at = new Date(now.getTime() - (9 - index * 3) * DAY_MS);
    const { title, content } = topic;
    const topicId = await createTopic(
      tx,
      actor(topic.by),
      { programId: program.id, topic: { title, content } },
      at,
    );
    for (const [nr, [by, text]] of topic.comments.entries())
      await createComment(
        tx,
        actor(by),
        { programId: program.id, topicId, comment: { content: text } },
        new Date(at.getTime() + (nr + 1) * HOUR_MS),
      );
  }
}
