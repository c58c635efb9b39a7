import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { pageFolder } from '@vesalius/contract/reader-text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { buildFinalTest, buildQuiz, buildSurvey, buildTest } from '../testing/assessment-factories.ts';
import { buildBook, writePage } from '../testing/factories.ts';
import { mailsTo } from '../testing/mails.ts';
import { DEMO_PEOPLE } from './demo.ts';
import { insertDemoPromoCode, listKnownEmails } from './demo-queries.ts';
import { DEMO_BUYER_EMAILS, loadDemoYear } from './demo-year.ts';

const CERTIFICATE = { title: 'Course', description: '', hours_of_participation: 1, credits: 1 };
const [READER] = DEMO_PEOPLE;
const DISCOUNT = { name: 'STUDENT20', percent: 20 };

let t: TestApp;
let ecgId: string;
beforeAll(async () => {
  t = await testApp();
  const { db } = t.deps;
  for (const slug of ['chest-radiography', 'clinical-nephrology', 'antimicrobial-therapy'])
    await buildBook(db, { slug, releaseDate: '2024-01-15', pages: 50 });
  const ecg = await buildBook(db, {
    slug: 'ecg-in-practice',
    releaseDate: '2024-01-15',
    pages: 50,
    certificate: CERTIFICATE,
  });
  ecgId = ecg.id;
  const text = 'Do not accept a machine’s QTc without looking.';
  await writePage(db, ecg.id, 14, text);
  const words = text.split(' ').map((word, index) => [index * 0.1, 0.1, 0.09, 0.02, word]);
  const stored = Buffer.from(JSON.stringify({ width: 504, height: 720, words }));
  await t.deps.storage.put(`${pageFolder(ecg.id, 1, 14)}/text.json`, stored);
  await buildQuiz(db, { bookId: ecg.id });
  await buildTest(db, { bookId: ecg.id });
  await buildFinalTest(db, { bookId: ecg.id });
  await buildSurvey(db, { bookId: ecg.id });
});
afterAll(() => t.close());

it('gives the reader three books, a certificate, receipts, a canceled renewal, notes and questions due', async () => {
  const { db } = t.deps;
  const as = await t.person({ email: READER.email });
  await insertDemoPromoCode(db, DISCOUNT, t.clock.now());
  await loadDemoYear(t.deps, { reader: READER, password: 'Fabrica-1543', discount: DISCOUNT });

  const subscriptions = await t.call(commerceCalls.listSubscribedBooks, { as });
  expect(subscriptions.body.data.map(({ renews }: { renews: boolean }) => renews).sort()).toEqual([
    false,
    true,
    true,
  ]);
  const payments = await t.call(commerceCalls.listPayments, { as });
  expect(payments.body.data).toHaveLength(3);
  expect(payments.body.data.map(({ state }: { state: string }) => state)).toEqual(Array(3).fill('approved'));
  const certificates = await t.call(certificatesCalls.listCertificates, { as });
  expect(certificates.body.data).toContainEqual(expect.objectContaining({ book_id: ecgId }));
  const review = await t.call(assessmentsCalls.getReview, { as });
  expect(review.body.number_due).toBeGreaterThan(0);
  const notes = await t.call(readerCalls.listAnnotations, { as, query: { book_id: ecgId } });
  expect(notes.body.data).toMatchObject([{ note: { pageNumber: 14 } }]);
  expect(await mailsTo(t, READER.email)).toEqual([]);
  expect([...(await listKnownEmails(db, DEMO_BUYER_EMAILS))]).toHaveLength(DEMO_BUYER_EMAILS.length);

  await loadDemoYear(t.deps, { reader: READER, password: 'Fabrica-1543', discount: DISCOUNT });
  expect((await t.call(commerceCalls.listPayments, { as })).body.data).toHaveLength(3);
});
