import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { answerKey } from './support/answer-key.ts';
import { axeOn } from './support/axe.ts';
import { expectReflow } from './support/layout.ts';
import { answerPaper, bookIdOf, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

const TITLE = 'The ECG in Practice';
const KEY = answerKey(join(import.meta.dirname, '../demo/ecg-in-practice'));

/** Makes a reader of the book, and a function that signs in on a second device. */
async function readerOf(
  page: Page,
): Promise<{ bookId: string; otherDevice: (browser: Browser) => Promise<Page> }> {
  await register(page, newPerson('Ada', 'Lovelace'));
  const bookId = await bookIdOf(page, TITLE);
  await subscribeForFree(page, bookId);
  const state = await page.context().storageState();
  const tab = await page.evaluate(() => sessionStorage.getItem('user'));
  return {
    bookId,
    otherDevice: async (browser) => {
      const context = await browser.newContext({ storageState: state });
      await context.addInitScript((user) => user && sessionStorage.setItem('user', user), tab);
      return context.newPage();
    },
  };
}
/** Makes a call with the session of the page. */
const call = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate(async (address) => {
    const session = sessionStorage.getItem('user') ?? localStorage.getItem('user') ?? '{}';
    const answer = await fetch(`/customer_portal/v1${address}`, {
      headers: { authorization: `Bearer ${JSON.parse(session).token}` },
    });
    return answer.json();
  }, path);

const questions = (page: Page) => page.getByRole('group').filter({ has: page.getByRole('radio') });
const choose = (page: Page, question: number, choice: number) =>
  questions(page).nth(question).locator('label').nth(choice).click();

test('answers are stored for another device, and a second window is told', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const { bookId, otherDevice } = await readerOf(page);
  const { data } = await call<{ data: { id: string }[] }>(page, `/tests?book_id=${bookId}`);
  const address = `/testdisplay/${data[0]?.id}/0/${bookId}`;

  await page.goto(`/testdisplay/${data[0]?.id}/1/${bookId}`);
  await expect(page.getByRole('heading', { name: 'Pre-test is not solved' })).toBeVisible();
  await page.getByRole('button', { name: 'Take the pre-test' }).click();
  const kept = page.waitForResponse((answer) => answer.url().includes('/answer_drafts') && answer.ok());
  await choose(page, 0, 2);
  await choose(page, 1, 1);
  await kept;
  await expect(page.getByText('2 of 8 answered')).toBeVisible();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Please answer all questions.')).toBeVisible();

  const second = await otherDevice(browser);
  await second.goto(address);
  await expect(second.getByText('2 of 8 answered')).toBeVisible();
  await expect(questions(second).nth(0).getByRole('radio').nth(2)).toBeChecked();
  await answerPaper(second, KEY);
  await expect(second.getByRole('heading', { name: 'Pre-test completed' })).toBeInViewport();

  for (let index = 0; index < 8; index += 1) await choose(page, index, 3);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('This was answered in another window.')).toBeVisible();
  await expect(page.getByText('8 of 8', { exact: true })).toBeVisible();
  await second.context().close();
});

test('a lost connection loses no answers', async ({ page, context }) => {
  test.setTimeout(180_000);
  const { bookId } = await readerOf(page);
  const { data } = await call<{ data: { quiz_id: string; book_page: number }[] }>(
    page,
    `/book_quizzes?book_id=${bookId}`,
  );
  const [quiz] = data;
  await page.goto(`/quizdisplay/${quiz?.quiz_id}/${bookId}/${quiz?.book_page}`);
  await expect(questions(page).first()).toBeVisible();
  await context.setOffline(true);
  await choose(page, 0, 1);
  await expect(page.getByText(/Not submitted yet\. Your answers are kept here/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Your answers are saved automatically.')).toBeVisible();
  await page.reload();
  await expect(questions(page).nth(0).getByRole('radio').nth(1)).toBeChecked();
  await page.getByRole('button', { name: 'Check this answer' }).first().click();
  await expect(questions(page).nth(0).getByText('Why', { exact: true })).toBeVisible();
  await questions(page)
    .nth(0)
    .getByRole('link', { name: /Read it on page/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/book-viewer/${bookId}\\?page=`));
});

test('the final test is failed, taken again, and leads to a certificate that anybody can verify', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const { bookId } = await readerOf(page);
  await page.goto(`/FinalTest/Take/${bookId}/ViewTest`);
  await expect(page.getByText('70% or more: certificate')).toBeVisible();
  await page.getByRole('button', { name: 'Begin the final test' }).click();
  await expect(questions(page).first()).toBeVisible();
  const count = await questions(page).count();
  for (let index = 0; index < count; index += 1) await choose(page, index, 0);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Final test submitted successfully.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Attempt 1' })).toBeVisible();

  await page.getByRole('link', { name: 'Take it again' }).click();
  await page.getByRole('button', { name: 'Begin the final test' }).click();
  await answerPaper(page, KEY);
  await expect(page.getByText('Qualifies for a certificate')).toBeVisible();
  await expect(page.getByRole('row', { name: /Attempt 2.*Best/ })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => localStorage.setItem('lang', 'ar'));
  await expectReflow(page, new URL(page.url()).pathname);
  await page.evaluate(() => localStorage.setItem('lang', 'en'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await page.getByRole('link', { name: 'Look at the answers' }).click();
  await expect(page.getByText('Right', { exact: true })).toHaveCount(count);
  await page.getByRole('link', { name: 'Back to the result' }).click();

  await page.getByRole('button', { name: 'Answer the survey' }).click();
  const survey = page.getByRole('dialog');
  await expect(survey.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await expect(survey.getByRole('textbox').first()).toBeVisible();
  for (const group of await survey.getByRole('group').all()) await group.locator('label').first().click();
  for (const field of await survey.getByRole('textbox').all()) await field.fill('Clear and exact.');
  await survey.getByRole('button', { name: 'Submit' }).click();

  const modal = page.getByRole('dialog', { name: 'Certificate' });
  await expect(modal.getByRole('button', { name: 'Download the PDF' })).toBeDisabled();
  await modal.getByRole('textbox', { name: 'Credits' }).fill('4.25');
  await modal.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(modal.locator('canvas[data-drawn]')).toBeVisible();
  const download = async (button: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      modal.getByRole('button', { name: button }).click(),
    ]);
    return file;
  };
  expect((await download('Download the PDF')).suggestedFilename()).toBe('certificate CME.pdf');
  const credential = await download('Digital credential');
  const text = await readText(credential);
  expect(text.split('.')).toHaveLength(3);

  const number = await modal.getByRole('link', { name: 'Open the public page' }).getAttribute('href');
  const stranger = await browser.newContext();
  await checkAsStranger(stranger, number as string, text);
  await stranger.close();

  // The browser writes no JPEG for the PDF: the image is saved instead.
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (use, type, quality) {
      type === 'image/jpeg' ? use(null) : toBlob.call(this, use, type, quality);
    };
  });
  await page.goto('/certificates');
  await page.getByRole('button', { name: /Open the certificate.*: Hours/ }).click();
  await expect(modal.locator('canvas[data-drawn]')).toBeVisible();
  expect((await download('Download the PDF')).suggestedFilename()).toBe('certificate.png');
});

async function readText(download: { createReadStream(): Promise<NodeJS.ReadableStream> }): Promise<string> {
  const parts: string[] = [];
  for await (const part of await download.createReadStream()) parts.push(String(part));
  return parts.join('');
}

async function checkAsStranger(context: BrowserContext, address: string, credential: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'This certificate is valid' })).toBeVisible();
  await expect(page.getByText('Ada Lovelace')).toBeVisible();
  await expect(page.getByText('4.25 credits (maximum 6)')).toBeVisible();
  await page.goto('/certificates/verify/VSL-0000-0000-0000');
  await expect(page.getByRole('heading', { name: 'No certificate has this number' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Text of the credential' }).fill(credential);
  await page.getByRole('button', { name: 'Check the credential' }).click();
  await expect(page.getByRole('heading', { name: 'This certificate is valid' })).toBeVisible();
}

test('the screens of tests are accessible and fit a phone, in both languages and themes', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { bookId } = await readerOf(page);
  const { data: tests } = await call<{ data: { id: string }[] }>(page, `/tests?book_id=${bookId}`);
  const { data: quizzes } = await call<{ data: { quiz_id: string }[] }>(
    page,
    `/book_quizzes?book_id=${bookId}`,
  );
  const addresses = [
    `/book-all-tests/${bookId}`,
    `/testdisplay/${tests[0]?.id}/0/${bookId}`,
    `/quizdisplay/${quizzes[0]?.quiz_id}/${bookId}/16`,
    `/FinalTest/take/${bookId}/take`,
    '/certificates',
    '/certificates/verify/VSL-0000-0000-0000',
    '/review',
  ];
  for (const [language, scheme, width] of [
    ['en', 'light', 390],
    ['ar', 'light', 390],
    ['en', 'dark', 1440],
    ['ar', 'dark', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), language);
    for (const address of addresses) {
      await page.goto(address);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      const name = `${language} ${scheme} ${width} ${address}`;
      const { violations } = await axeOn(page).include('main').analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
        name,
      ).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${name} is wider than its window`).toBeLessThanOrEqual(0);
    }
  }
});
