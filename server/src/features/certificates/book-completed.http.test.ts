import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { certificatesCalls as calls } from '@vesalius/contract/certificates-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription, buildUser } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { migratedBefore } from '../../testing/migrated-before.ts';

const TERMS = { title: 'Reading the ECG', description: 'An activity.', hours_of_participation: 6 };

describe('what a certificate says was done', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  /** A reader who was shown so many of the book's ten pages, and then passed its final test. */
  async function pass(pagesRead: number, language: 'en' | 'ar' = 'en') {
    const { db } = t.deps;
    const book = await buildBook(db, { title: 'The ECG', pages: 10, certificate: TERMS });
    const final = await buildFinalTest(db, { bookId: book.id });
    const reader = await t.person();
    await sql`update users set language = ${language} where id = ${reader.id}`.execute(db);
    await buildSubscription(db, { userId: reader.id, bookId: book.id });
    if (pagesRead > 0)
      await t.call(readerCalls.updateCurrentProgress, {
        as: reader,
        query: {
          book_id: book.id,
          page: String(pagesRead),
          shown: Array.from({ length: pagesRead }, (_none, index) => index + 1).join(','),
        },
      });
    // Nobody reads more than a page a second.
    t.clock.advance(pagesRead * 1000);
    await t.call(assessmentsCalls.submitFinalTest, {
      as: reader,
      query: { book_id: book.id },
      body: {
        attempt: 1,
        answers: final.questions.map(({ id, right }) => ({ question_id: id, answer_id: right })),
      },
    });
    const { certificate } = (
      await t.call(calls.getSingleCertificate, { as: reader, query: { book_id: book.id } })
    ).body;
    const { body: verified } = await t.call(calls.verifyCertificate, {
      params: { certificateUniqueId: certificate.certificate_unique_id },
    });
    const [letter] = await mailsTo(t, reader.email);
    return [certificate.book_completed, verified.book_completed, letter?.text];
  }

  it('the book was completed: read, and its final test passed', async () => {
    expect(await pass(10)).toEqual([true, true, expect.stringContaining('You have completed “The ECG”')]);
    expect(await pass(10, 'ar')).toEqual([true, true, expect.stringContaining('أتممتَ «The ECG»')]);
  });

  it('only the final test was passed, of a book that was not read', async () => {
    expect(await pass(0)).toEqual([
      false,
      false,
      expect.stringContaining('You have passed the final test of “The ECG”'),
    ]);
    expect(await pass(3, 'ar')).toEqual([
      false,
      false,
      expect.stringContaining('اجتزتَ الاختبار النهائي لكتاب «The ECG»'),
    ]);
  });
});

test('certificates from before say that the book was completed where it was by then', async () => {
  const { db, migrate, close } = await migratedBefore('0102-certificate-book-completed.sql');
  try {
    const { id: userId } = await buildUser(db);
    const books = [
      ['read before', '2026-02-01'],
      ['read later', '2026-04-01'],
      ['not read', null],
    ] as const;
    for (const [title, completedAt] of books) {
      const { id: bookId } = await buildBook(db, { title });
      await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at, completed_at)
        values (${userId}, ${bookId}, 1, ${completedAt ? 'completed' : 'in_progress'}, now(), now(), ${completedAt})`.execute(
        db,
      );
      await sql`insert into certificates (id, unique_id, user_id, book_id, kind, user_name, book_title, book_version,
          author_name, title, description, hours_of_participation, final_score, final_total, completed_at, completed_on,
          issued_at)
        values (gen_random_uuid(), ${title}, ${userId}, ${bookId}, 'hours', 'A', ${title}, '1', 'B', 'C', 'D', 2, 1, 1,
          '2026-03-01', '2026-03-01', '2026-03-01')`.execute(db);
    }
    await migrate();
    expect(await many(db, sql`select book_title as title from certificates where book_completed`)).toEqual([
      { title: 'read before' },
    ]);
  } finally {
    await close();
  }
});
