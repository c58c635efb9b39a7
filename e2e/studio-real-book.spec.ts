import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findMaterial } from './real-book/build-folder.mjs';
import { CORRECTED_PAGE, type DeskFiles, INSERTED, MIDDLE, writeDeskFiles } from './real-book/desk-files.ts';
import { plain } from './support/answer-key.ts';
import { counted } from './support/counted.ts';
import { answerPaper, passFinalTest, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';
import { deskOf } from './support/real-desk.ts';
import { attemptsOf, findsTraces, noteOn, readTo, type Traces } from './support/real-reader.ts';
import { signedIn } from './support/session.ts';
import { demoEmail } from './support/staff.ts';

const DEMO = join(import.meta.dirname, '../demo');
const LECTURES = [
  { page: 30, file: join(DEMO, 'chest-radiography/lectures/silhouette-sign.mp4') },
  { page: 140, file: join(DEMO, 'antimicrobial-therapy/lectures/mechanisms.mp4') },
  { page: 300, file: join(DEMO, 'applied-neuroanatomy/lectures/long-tracts.mp4') },
] as const;
const OTHER_LECTURE = join(DEMO, 'clinical-nephrology/lectures/acid-base.mp4');
const STUDY_PAGE = 270;
const PAGES = 450;
const QUESTIONS_PER_ATTEMPT = 40;
const NOTES = { before: 'Before the middle', corrected: 'On the corrected page', after: 'After the middle' };
const PLACE = 301;
const NOTE_AFTER = 400;

const traces = (inserted: number): Traces => ({
  notes: { [NOTES.before]: 40, [NOTES.corrected]: CORRECTED_PAGE, [NOTES.after]: NOTE_AFTER + inserted },
  page: PLACE + inserted,
});

test('a book of 450 pages is made at the desk, used to its certificate, changed, made longer and restored', async ({
  page,
  browser,
}) => {
  const material = findMaterial();
  test.skip(material === null, 'the real material is not on this machine');
  test.setTimeout(3_600_000);
  const folder = await mkdtemp(join(tmpdir(), 'vesalius-real-desk-'));
  try {
    const files = await writeDeskFiles(material ?? '', folder);
    await makeAndChange(page, await (await browser.newContext()).newPage(), files);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function makeAndChange(page: Page, reader: Page, files: DeskFiles): Promise<void> {
  const user = counted();
  const desk = deskOf(page, user);
  const title = `Heart, vessels and lungs ${Date.now()}`;
  const key = new Map([...files.answers].map(([question, answer]) => [plain(question), plain(answer)]));
  let actionsBefore = 0;
  const note = (what: string, description: string) =>
    test.info().annotations.push({ type: what, description });
  const noteActions = (what: string) => {
    note(`actions: ${what}`, String(user.count() - actionsBefore));
    actionsBefore = user.count();
  };
  const timed = async <Value>(what: string, work: () => Promise<Value>): Promise<Value> => {
    const began = Date.now();
    const value = await work();
    note(`seconds: ${what}`, ((Date.now() - began) / 1000).toFixed(1));
    return value;
  };

  await signedIn(page, demoEmail('staff'));
  await page.goto('/studio');
  await test.step('made: the pages', async () => {
    await user.click(page.getByRole('link', { name: 'New book' }));
    await user.act(page.locator('input[type=file]').setInputFiles(files.pdfs.first));
    const takeAll = page.getByRole('button', { name: 'Take all' });
    await timed('450 pages are prepared', () => expect(takeAll).toBeVisible({ timeout: 900_000 }));
    await user.click(takeAll);
    await desk.saved();
    await user.click(page.getByRole('link', { name: 'Open the desk' }));
    await desk.ready();
  });
  const id = new URL(page.url()).pathname.split('/')[2] ?? '';

  await test.step('made: lectures, a study, questions', async () => {
    for (const { page: number, file } of LECTURES) await desk.dropOn(number, file);
    await desk.dropOn(STUDY_PAGE, files.slices);
    await user.click(desk.marksOn(STUDY_PAGE));
    const study = page.getByRole('region', { name: 'What identifies the patient' });
    const hasLooked = study.getByRole('checkbox', { name: /^I have looked/ });
    await timed('the study is looked at', () => expect(hasLooked).toBeVisible({ timeout: 900_000 }));
    await user.act(hasLooked.check());
    await user.click(study.getByRole('button', { name: 'Record the decision' }));
    await expect(study.getByText(/^Decided by /)).toBeVisible();
    await desk.openPart('Final test');
    await desk.importQuestions(files.finalTest.file, { count: files.finalTest.count, toPages: false });
    await desk.importQuestions(files.quizzes.file, { count: files.quizzes.pages.length, toPages: true });
    await desk.fill(desk.field('Questions in each attempt'), String(QUESTIONS_PER_ATTEMPT));
    for (const number of files.quizzes.pages) await expect(desk.marksOn(number)).toHaveCount(1);
  });

  await test.step('made: certificate, and what the check list asks for', async () => {
    await desk.openPart('Certificate');
    await desk.fill(desk.field('Title'), 'Certificate of Participation');
    await desk.fill(desk.field('Description'), 'Cardiovascular, lymphatic and respiratory systems');
    await desk.fill(desk.field('Hours of participation'), '40');
    await desk.answer('Edition', '2e');
    await desk.answer('Authors', 'J. G. Betts, P. Desaix, E. Johnson');
    await desk.answer('Category', 'Anatomy and Physiology');
    await desk.answer('Price per year (US dollars)', '149');
    await desk.answer('Release date', '2026-02-02');
    await desk.answer('Description', 'Blood, heart, vessels, lymph and lungs.');
    await desk.openPart('Profile');
    await desk.fill(desk.field('Title'), title);
  });
  const first = await test.step('published', () => timed('files are prepared, and published', desk.publish));
  note('seconds: published', first.seconds.toFixed(1));
  noteActions('from the PDF to the shop');

  await test.step('bought, read and certified', async () => {
    await register(reader, newPerson('Ibrahim', 'Al-Rashid'));
    await subscribeForFree(reader, id);
    await noteOn(reader, id, 40, NOTES.before);
    await noteOn(reader, id, CORRECTED_PAGE, NOTES.corrected);
    await noteOn(reader, id, NOTE_AFTER, NOTES.after);
    for (const which of ['last', 'first'] as const) {
      await reader.goto(`/book-all-tests/${id}`);
      await reader
        .getByRole('main')
        .getByRole('link', { name: /^Quiz Start:/ })
        [which]()
        .click();
      await answerPaper(reader, key);
      await expect(reader.getByRole('heading', { name: 'Quiz completed' })).toBeVisible();
    }
    await passFinalTest(reader, id, key);
    await reader.goto('/certificates');
    await reader
      .getByRole('button', { name: /Open the certificate for/ })
      .first()
      .click();
    await expect(reader.getByRole('img', { name: /Certificate of Ibrahim Al-Rashid/ })).toBeVisible();
    await readTo(reader, id, PLACE);
  });
  const attempts = await attemptsOf(reader, id);
  expect(attempts.quizzes).toHaveLength(2);
  await findsTraces(reader, id, traces(0), attempts);

  await test.step('changed: a typo, three questions, a lecture', async () => {
    await page.goto(`/studio/${id}`);
    await desk.ready();
    await timed('a page is corrected', () => desk.replacePdf(files.pdfs.corrected));
    await desk.openPart('Final test');
    const questions = page.getByRole('region', { name: 'Questions' });
    for (const number of [1, 2, 3]) {
      await user.click(
        questions
          .locator('ol > li')
          .nth(number - 1)
          .getByRole('button')
          .first(),
      );
      const field = questions.getByRole('textbox', { name: 'Question', exact: true });
      await desk.fill(field, `${await field.inputValue()} Choose one.`);
    }
    await desk.replaceFileOf(desk.marksOn(LECTURES[1].page), OTHER_LECTURE);
    const { changes, seconds } = await timed('the new lecture is prepared, and published', desk.publish);
    note('seconds: published again', seconds.toFixed(1));
    for (const told of ['mechanisms', 'Choose one.', String(CORRECTED_PAGE)]) expect(changes).toContain(told);
    noteActions('a typo, three questions, a lecture');
  });
  await findsTraces(reader, id, traces(0), attempts);

  await test.step('changed: ten pages in the middle, and what stands behind them', async () => {
    await user.click(page.getByRole('link', { name: 'Back to the desk' }));
    await desk.ready();
    await timed('ten pages are inserted', () => desk.replacePdf(files.pdfs.longer));
    await expect(desk.onPage(PAGES + INSERTED)).toBeAttached();
    await moveWithPages();
    const { seconds } = await timed('made longer, and published', desk.publish);
    note('seconds: published with ten pages more', seconds.toFixed(1));
    noteActions('ten pages in the middle');
  });
  await findsTraces(reader, id, traces(INSERTED), attempts);

  await test.step('restored', async () => {
    note('seconds: restored', (await desk.restore(first.release)).toFixed(1));
    noteActions('restored');
  });
  await findsTraces(reader, id, traces(0), attempts);
  await reader.goto('/certificates');
  await expect(reader.getByRole('button', { name: /Open the certificate for/ })).toHaveCount(1);

  /** One button moves everything behind the inserted pages; the last chapter still ends with the book. */
  async function moveWithPages(): Promise<void> {
    const notice = page.getByRole('region', { name: 'The pages of the new PDF' });
    await expect(notice).toContainText(`${INSERTED} pages more after page ${MIDDLE - 1}`);
    await user.click(notice.getByRole('button', { name: 'Move them' }));
    await expect(notice).toHaveCount(0);
    await desk.saved();
    const pages = [...files.quizzes.pages, STUDY_PAGE, LECTURES[2].page].filter((number) => number >= MIDDLE);
    for (const number of pages) await expect(desk.marksOn(number + INSERTED)).toHaveCount(1);
    for (const number of files.quizzes.pages.filter((each) => each >= MIDDLE)) {
      await desk
        .marksOn(number + INSERTED)
        .first()
        .click();
      await page.getByRole('region', { name: 'Questions' }).locator('ol > li button').first().click();
      await expect(page.getByLabel('Page of the PDF that proves the answer')).toHaveValue(
        String(number + INSERTED),
      );
    }
  }
}
