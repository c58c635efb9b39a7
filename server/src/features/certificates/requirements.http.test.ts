import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { certificatesCalls as calls } from '@vesalius/contract/certificates-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest, buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

const TERMS = { title: 'Reading the ECG', description: 'An activity.', hours_of_participation: 6 };

describe('what a book requires for its certificate, beside the final test', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  /** A book of ten pages with a mandatory test, another one, and a final test, and its reader. */
  async function scene(requires: Record<string, boolean>) {
    const { db } = t.deps;
    const book = await buildBook(db, { title: 'The ECG', pages: 10, certificate: { ...TERMS, ...requires } });
    const bookId = book.id;
    const of = { bookId, prePage: 2, postPage: 4, questions: 2 };
    const mandatory = await buildTest(db, { ...of, mandatory: true });
    await buildTest(db, of);
    const final = await buildFinalTest(db, { bookId });
    const reader = await t.person();
    await buildSubscription(db, { userId: reader.id, bookId });
    const submit = (turn: 'pre' | 'post') =>
      t.call(assessmentsCalls.submitTest, {
        as: reader,
        body: {
          test_id: mandatory.id,
          test_type: turn === 'pre' ? 0 : 1,
          answers: mandatory.questions.map(({ id, right }) => ({
            question_id: id,
            test_answer_choice_id: right,
          })),
        },
      });
    return {
      bookId,
      reader,
      mandatory,
      async read(from: number, to: number) {
        const shown = Array.from({ length: to - from + 1 }, (_none, index) => from + index).join(',');
        const query = { book_id: bookId, page: String(to), shown };
        await t.call(readerCalls.updateCurrentProgress, { as: reader, query });
        // Nobody reads more than a page a second.
        t.clock.advance(20_000);
      },
      submit,
      passFinalTest: () =>
        t.call(assessmentsCalls.submitFinalTest, {
          as: reader,
          query: { book_id: bookId },
          body: { answers: final.questions.map(({ id, right }) => ({ question_id: id, answer_id: right })) },
        }),
      requirements: () =>
        t.call(calls.getCertificateRequirements, { as: reader, query: { book_id: bookId } }),
      pending: async () => (await t.call(calls.listCertificates, { as: reader })).body.pending,
      single: () => t.call(calls.getSingleCertificate, { as: reader, query: { book_id: bookId } }),
      letters: async () => (await mailsTo(t, reader.email)).length,
    };
  }

  it('is nothing unless the book says so', async () => {
    const s = await scene({});
    expect((await s.requirements()).body).toMatchObject({
      requirements: { final_test_percent: 70, survey: false, mandatory_tests: false, pages_percent: null },
      missing: ['final_test'],
      is_issued: false,
    });
    await s.passFinalTest();
    expect((await s.single()).status).toBe(200);
    expect((await s.requirements()).body).toMatchObject({ missing: [], is_issued: true });
  });

  it('may be 90 percent of the pages: the certificate comes with the page that was missing', async () => {
    const s = await scene({ requires_pages_read: true });
    await s.read(1, 5);
    expect((await s.requirements()).body).toMatchObject({
      missing: ['pages', 'final_test'],
      pages_to_read: 4,
    });
    await s.passFinalTest();
    expect((await s.single()).status).toBe(404);
    expect(await s.pending()).toMatchObject([{ missing: ['pages'], pages_to_read: 4 }]);
    await s.read(6, 8);
    expect(await s.letters()).toBe(0);
    await s.read(9, 9);
    expect(await s.letters()).toBe(1);
    expect(await s.pending()).toEqual([]);
    const { certificate } = (await s.single()).body;
    expect(certificate.requirements).toMatchObject({ mandatory_tests: false, pages_percent: 90 });
  });

  it('may be the mandatory tests: the certificate comes with the last one, whatever was solved before', async () => {
    const s = await scene({ requires_mandatory_tests: true, requires_pages_read: true });
    const open = { id: s.mandatory.id, title: 'Chapter test' };
    await sql`update book_pages set label = 'iv' where book_id = ${s.bookId} and page_number = 4`.execute(
      t.deps.db,
    );
    await s.passFinalTest();
    expect(await s.pending()).toMatchObject([
      { missing: ['pages', 'mandatory_tests'], open_tests: [{ ...open, page: 2, page_label: '2' }] },
    ]);
    await s.submit('pre');
    await s.read(1, 9);
    await s.read(10, 10);
    expect(await s.pending()).toMatchObject([
      { missing: ['mandatory_tests'], open_tests: [{ ...open, page: 4, page_label: 'iv' }] },
    ]);
    expect((await s.single()).status).toBe(404);
    expect((await s.submit('post')).status).toBe(200);
    expect(await s.letters()).toBe(1);
    const { id, certificate } = (await s.single()).body;
    expect(certificate.requirements).toMatchObject({ mandatory_tests: true, pages_percent: 90 });
    const credential = (await t.call(calls.downloadCredential, { as: s.reader, params: { id } })).text;
    expect(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()).toContain(
      'solving 70 percent or more of the final test, solving every mandatory test, and reading 90 percent of the pages.',
    );
  });

  it('that is taken back lets the list issue what was earned', async () => {
    const s = await scene({ requires_mandatory_tests: true });
    await s.passFinalTest();
    expect(await s.pending()).toHaveLength(1);
    await sql`update tests set retired_at = now() where id = ${s.mandatory.id}`.execute(t.deps.db);
    expect(await s.pending()).toEqual([]);
    expect(await s.letters()).toBe(1);
  });

  it('is one certificate when the last two requirements are met at the same time', async () => {
    const s = await scene({ requires_mandatory_tests: true });
    await s.submit('pre');
    await s.read(1, 10);
    const answers = await Promise.all([s.passFinalTest(), s.submit('post')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await s.letters()).toBe(1);
  });

  it('is told to readers of the book, where it has a certificate', async () => {
    const s = await scene({});
    const query = { book_id: s.bookId };
    const stranger = await t.person();
    expect((await t.call(calls.getCertificateRequirements, { as: stranger, query })).status).toBe(403);
    await sql`update books set certificate = null where id = ${s.bookId}`.execute(t.deps.db);
    expect((await s.requirements()).body).toMatchObject({ code: 'certificate_not_valid' });
  });
});
