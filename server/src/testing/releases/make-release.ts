/**
 * `npm run make-release -- <name>`: a small shop with everything that a later release must keep, made with this release's
 * calls, backed up, and packed into `<name>.pack`. Run it when a release is made; `app/upgrade.test.ts` upgrades every pack
 * of this folder.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import type { Call } from '@vesalius/contract/calls';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { discussionsCalls } from '@vesalius/contract/discussions-calls';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { type PageText, plainPageText } from '@vesalius/contract/reader-text';
import { sql } from 'kysely';
import { afterAll, beforeAll, test } from 'vitest';
import { readConfig, Secret } from '../../config/config.ts';
import { codeOf, stepAt } from '../../features/accounts/second-factor/totp.ts';
import { importBook } from '../../features/publishing/import-book.ts';
import { makeBackup } from '../../platform/backup/make-backup.ts';
import { many, one } from '../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { localStorage } from '../../platform/files/local-storage.ts';
import { type CallOptions, type Person, type TestApp, testApp } from '../app.ts';
import { bookFolder } from '../book-folder.ts';
import { bundleForNode } from '../bundle.ts';
import { buildWorld, PASSWORD } from '../calls/world.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { ligaturePdf } from '../ligature-pdf.ts';
import { packFolder } from './pack.ts';
import { RELEASES_FOLDER, type Release } from './release.ts';

const SECRET_KEY = 'the secret of a release, long enough for all';
let folder: string;
let database: TestDatabase;
let t: TestApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesalius-release-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  database = await testDatabase();
  const storage = localStorage(join(dataDir, 'files'));
  const environment = { NODE_ENV: 'test', DATA_DIR: dataDir, CATALOGUE_CACHE_SECONDS: '0' };
  t = await testApp({
    db: database.db,
    storage,
    config: {
      ...readConfig(environment),
      secretKey: new Secret(SECRET_KEY),
      publicUrl: 'http://localhost:3000',
    },
  });
  await storage.put('public/none.webp', Buffer.from('the cover of books without files'));
  await writeFile(join(dataDir, 'secret-key'), SECRET_KEY);
});
afterAll(async () => {
  await t.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Makes a call that must succeed. */
async function done(call: Call, options: CallOptions) {
  const { status, body } = await t.call(call, options);
  if (status >= 300) throw new Error(`${call.method} ${call.path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** `pdf`: of a second book, which is in no package and program. */
async function publishSmallBook(authorEmail: string, pdf?: Uint8Array) {
  const child = await bundleForNode(
    join(import.meta.dirname, '../../features/publishing/pages/page-child.ts'),
  );
  const book = await bookFolder();
  book.manifest((manifest) => {
    manifest.assigned = { authors: [authorEmail], editors: [] };
    if (pdf) Object.assign(manifest, { slug: 'another-book', packages: [], programs: [] });
  });
  if (pdf) book.file('book.pdf', pdf);
  const { bookId } = await importBook(t.deps, book.folder, { pageWork: { childProgram: child.file } });
  book.remove();
  child.remove();
  return bookId;
}

/** Two highlights on page 2 of a book with ligatures, as a reader selects them, and a page that was read. */
async function readLigatures(as: Person, bookId: string): Promise<string[]> {
  const { revision, files } = await done(readerCalls.getBookPages, { as, params: { id: bookId } });
  const url = `/page-files/${bookId}/${revision}/2/text.json?grant=${encodeURIComponent(files.grant)}`;
  const { words } = (await t.app.inject({ url })).json() as PageText;
  const { text, starts } = plainPageText(words);
  const ids: string[] = [];
  for (const [first, last] of [
    [1, 3],
    [8, 9],
  ] as const) {
    const [start, end] = [starts[first] as number, (starts[last] ?? text.length + 1) - 1];
    const quote = { quote_before: text.slice(0, start), quote_after: text.slice(end) };
    const note = { pageNumber: 2, quote: text.slice(start, end), text: `words ${first} to ${last}` };
    const rects = boxesOfRange(words, { start, end });
    const body = { book_id: bookId, note, ...quote, color: 'green', rects };
    ids.push((await done(readerCalls.createAnnotation, { as, body })).id);
  }
  await done(readerCalls.updateCurrentProgress, { as, query: { book_id: bookId, page: 5 } });
  return ids;
}

/** The secret of RFC 4648 that an authenticator would have scanned. */
function secretOf(base32: string): Buffer {
  const letters = [...base32].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const bits = letters.map((value) => value.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

async function turnOnSecondFactor(person: Person): Promise<string> {
  const { secret } = await done(accountsCalls.beginSecondFactor, {
    as: person,
    body: { password: PASSWORD },
  });
  const code = codeOf(secretOf(secret), stepAt(Date.now()));
  const on = await done(accountsCalls.turnOnSecondFactor, { as: person, body: { code } });
  return on.recovery_codes[0];
}

test('makes the release', { timeout: 120_000 }, async () => {
  const { db } = t.deps;
  const world = await buildWorld(t);
  const { people, shop } = world;
  const bookId = await publishSmallBook(people.author.email);
  const ligatures = await publishSmallBook(people.author.email, await ligaturePdf(6));
  const byCard = await world.make({ email: 'card@people.example', firstName: 'Carla' });
  const byPayPal = await world.make({ email: 'paypal@people.example', firstName: 'Paul' });
  const free = await world.make({ email: 'free@people.example' });
  const granted = await world.make({ email: 'granted@people.example' });
  const cancelled = await world.make({ email: 'cancelled@people.example' });
  const quoting = await world.make({ email: 'quoting@people.example' });
  const twoSteps = await world.make({ email: 'two-steps@people.example' });

  // Purchases: by card, by PayPal, with a code of 100 percent, granted by staff, a bundle, and a canceled one.
  const { body: cardPaid } = await shop.pay({ as: byCard, bookId, amount: 49.5 });
  await shop.pay({ as: byCard, packageId: world.bundle.id, amount: 299 });
  const { body: agreement } = await shop.startPayPal({ as: byPayPal, bookId, amount: 49.5 });
  await shop.approve(agreement.subscription_id);
  await shop.comeBack({ as: byPayPal, bookId }, agreement.subscription_id);
  await done(commerceCalls.createFreeSubscription, {
    as: free,
    body: { promocode_name: world.freeCode, book_id: bookId },
  });
  await done(adminCalls.grantSubscription, {
    as: people.staff,
    params: { id: granted.id },
    body: { book_id: bookId, months: 6 },
  });
  const { body: toCancel } = await shop.pay({ as: cancelled, bookId, amount: 49.5 });
  await done(commerceCalls.updateBookSubscription, {
    as: cancelled,
    params: { id: toCancel.subscription_id },
    body: { cancellation_reason: 'no time to read' },
  });
  await shop.runJobs();

  // A month of reading.
  t.clock.advance(30 * DAY_MS);
  for (const page of [2, 5])
    await done(readerCalls.updateCurrentProgress, { as: byCard, query: { book_id: bookId, page } });
  const rects = [{ x: 0.1, y: 0.1, width: 0.5, height: 0.04 }];
  const quoted = { pageNumber: 2, quote: 'This is page 2 of it.' };
  const note = await done(readerCalls.createAnnotation, {
    as: byCard,
    body: { book_id: bookId, note: { ...quoted, text: 'Ask at the round.' }, color: 'green', rects },
  });
  await done(readerCalls.createAnnotation, {
    as: byCard,
    body: { book_id: bookId, note: { pageNumber: 3, quote: 'This is page 3 of it.' }, color: 'pink', rects },
  });
  await done(readerCalls.createAnnotation, {
    as: people.editor,
    body: { book_id: world.book.id, note: { pageNumber: 3, quote: 'page 3', text: 'A comma is missing.' } },
  });
  await done(readerCalls.createOfflineLicence, { as: byCard, params: { id: bookId } });
  const { id: figure } = await one(
    db,
    sql<{ id: string }>`select id from materials where book_id = ${bookId} and key = 'figure'`,
  );
  await done(lecturesCalls.updateSupplementaryProgress, {
    as: byCard,
    body: { book_id: bookId, supplementary_material_id: figure, shown: [{ series: '', numbers: [0] }] },
  });

  await done(adminCalls.grantSubscription, {
    as: people.staff,
    params: { id: quoting.id },
    body: { book_id: ligatures, months: 6 },
  });
  const [difference = '', off = ''] = await readLigatures(quoting, ligatures);

  // Attempts: half of the answers correct before, all after; the final test failed once and passed once.
  const { test: chapterTest, finalTest } = world;
  const student = people.student;
  const answersTo = (right: (index: number) => boolean) =>
    chapterTest.questions.map((question, index) => ({
      question_id: question.id,
      test_answer_choice_id: right(index) ? question.right : question.wrong,
    }));
  const half = answersTo((index) => index < 2);
  const submitTest = (test_type: number, answers: object[]) =>
    done(assessmentsCalls.submitTest, {
      as: student,
      body: { test_id: chapterTest.id, test_type, answers },
    });
  await submitTest(0, half);
  await done(readerCalls.updateCurrentProgress, {
    as: student,
    query: {
      book_id: world.book.id,
      page: 25,
      shown: Array.from({ length: 25 }, (_, index) => index + 1).join(','),
    },
  });
  t.clock.advance(HOUR_MS);
  await submitTest(
    1,
    answersTo(() => true),
  );
  for (const right of [4, 9])
    await done(assessmentsCalls.submitFinalTest, {
      as: student,
      query: { book_id: world.book.id },
      body: {
        attempt: right === 4 ? 1 : 2,
        answers: finalTest.questions.map((question, index) => ({
          question_id: question.id,
          answer_id: index < right ? question.right : question.wrong,
        })),
      },
    });
  const certificate = await world.certificate();
  const credential = (
    await t.call(certificatesCalls.downloadCredential, {
      as: people.subscriber,
      params: { id: certificate.id },
    })
  ).text;

  // A program in use.
  const inProgram = { params: { id: world.program.id } };
  await done(programsCalls.createAssignment, {
    as: people.director,
    ...inProgram,
    body: { kind: 'book', subject_id: world.book.id, due_on: '2026-09-01' },
  });
  const topic = await done(discussionsCalls.createTopic, {
    as: student,
    ...inProgram,
    body: { topic: { title: 'The valves', content: '<p>How many are there?</p>' } },
  });
  await done(discussionsCalls.createComment, {
    as: people.director,
    params: { id: world.program.id, topicId: topic.id },
    body: { comment: { content: 'Four.' } },
  });
  await done(commerceAdminCalls.updatePrice, {
    as: people.staff,
    params: { id: world.book.id },
    body: { price: 149, previous_price: 199 },
  });
  const recoveryCode = await turnOnSecondFactor(twoSteps);

  // Pending jobs: the mail of a registration, and future renewals.
  const [country] = await many(db, sql<{ id: string }>`select id from countries order by id limit 1`);
  const [profession] = await many(db, sql<{ id: string }>`select id from professions order by id limit 1`);
  await done(accountsCalls.register, {
    body: {
      email: 'new@people.example',
      password: PASSWORD,
      first_name: 'Nora',
      second_name: 'New',
      country_id: country?.id,
      job_id: profession?.id,
      termsAgreement: true,
    },
  });

  const backup = join(folder, 'backup');
  await makeBackup({
    url: database.url,
    dataDir: t.deps.config.dataDir,
    folder: backup,
    fileColumns: [],
  });
  const release: Release = {
    now: t.clock.now().toISOString(),
    secretKey: SECRET_KEY,
    password: PASSWORD,
    people: { ...people, byCard, byPayPal, free, granted, cancelled, quoting, twoSteps },
    ids: {
      book: world.book.id,
      smallBook: bookId,
      ligatures,
      difference,
      off,
      bundle: world.bundle.id,
      program: world.program.id,
      institution: world.institution.id,
      test: chapterTest.id,
      note: note.id,
      figure,
      topic: topic.id,
      cardSubscription: cardPaid.subscription_id,
    },
    certificateNumber: certificate.number,
    credential,
    recoveryCode,
    emulator: shop.emulator().state,
  };
  await writeFile(join(backup, 'release.json'), JSON.stringify(release, null, 2));
  packFolder(backup, join(RELEASES_FOLDER, `${process.env.MAKE_RELEASE}.pack`));
});
