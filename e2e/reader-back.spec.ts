import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { answerKey } from './support/answer-key.ts';
import { answerPaper, bookIdOf } from './support/main-job.ts';
import { enterAs, staffOf } from './support/staff.ts';

const TITLE = 'Applied Neuroanatomy for the Ward';
const LAST_PAGE = 34;
const FOLDER = join(import.meta.dirname, '../demo/applied-neuroanatomy');

/** A subscriber on a phone who opened the book from the list of books. */
async function reader(browser: Browser, name: string): Promise<{ phone: Page; bookId: string }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  const staff = await staffOf(phone.request);
  const bookId = await bookIdOf(phone, TITLE);
  await enterAs(phone, await staff.subscriber(name, bookId));
  await phone.goto('/books');
  return { phone, bookId };
}

async function openAt(phone: Page, bookId: string, page: number): Promise<void> {
  await phone.goto(`/book-viewer/${bookId}?page=${page}`);
  await expect(phone.locator(`[data-page="${page}"] canvas[data-loaded]`).first()).toBeVisible();
}

/** No layer is above the page, and the next step back leaves the book: no step back does nothing. */
async function leavesTheBook(phone: Page): Promise<void> {
  await expect(phone.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => phone.evaluate(() => history.state?.layers ?? 0)).toBe(0);
  await phone.goBack();
  await expect(phone).toHaveURL(/\/books$/);
}

test('one step back closes a menu, a dialog and a sheet, and the next one leaves the book', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { phone, bookId } = await reader(browser, 'Bianca');
  await openAt(phone, bookId, 3);
  const more = phone.getByRole('button', { name: 'More', exact: true });
  await more.tap();
  await expect(phone.getByRole('menu')).toBeVisible();
  await phone.goBack();
  await expect(phone.getByRole('menu')).toBeHidden();

  await more.tap();
  await phone.getByRole('menuitem', { name: 'Keep this book on this device' }).tap();
  const keep = phone.getByRole('dialog', { name: 'Keep this book on this device' });
  await expect(keep).toBeVisible();
  await phone.goBack();
  await expect(keep).toBeHidden();
  await expect(phone).toHaveURL(/\?page=3$/);

  await phone.getByRole('navigation', { name: 'Reading tools' }).getByRole('button', { name: 'Notes' }).tap();
  await phone.getByRole('button', { name: 'Close the panel' }).tap();
  await leavesTheBook(phone);
});

test('returning from a lecture that was opened from a sheet leads into the book, without an empty step back', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { phone, bookId } = await reader(browser, 'Cecilia');
  await openAt(phone, bookId, 3);
  await phone
    .getByRole('navigation', { name: 'Reading tools' })
    .getByRole('button', { name: 'Lectures' })
    .tap();
  await phone.getByRole('dialog', { name: 'Lectures' }).getByRole('link').last().tap();
  await expect(phone).not.toHaveURL(/book-viewer/);
  await phone.goBack();
  await expect(phone).toHaveURL(/\/book-viewer\/.*\?page=3$/);
  await expect(phone.locator('[data-page="3"] canvas[data-loaded]').first()).toBeVisible();
  await leavesTheBook(phone);
});

test('after the survey of the last page a step back works, and so does one instead of answering', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { phone, bookId } = await reader(browser, 'Dorothea');
  // The chapter tests would open before the survey; another journey covers them.
  await phone.route('**/customer_portal/v1/tests?**', (route) =>
    route.fulfill({ json: { data: [], metadata: { count: 0, currentPage: 1, pages: 1 } } }),
  );
  await openAt(phone, bookId, LAST_PAGE);
  const survey = phone.getByRole('dialog', { name: /Survey/ });
  await expect(survey).toBeVisible();
  await phone.goBack();
  await expect(survey).toBeHidden();
  await leavesTheBook(phone);

  await openAt(phone, bookId, LAST_PAGE);
  await survey.getByRole('radio').first().check();
  await survey.getByRole('checkbox').first().check();
  await survey.getByRole('textbox').fill('The vestibular nuclei.');
  await survey.getByRole('button', { name: 'Submit' }).tap();
  await expect(survey).toBeHidden();
  await leavesTheBook(phone);
});

test('after the survey that follows the final test the certificate opens', async ({ browser }) => {
  test.setTimeout(180_000);
  const { phone, bookId } = await reader(browser, 'Eleonora');
  await phone.goto(`/FinalTest/take/${bookId}/take`);
  await phone.getByRole('button', { name: 'Begin the final test' }).tap();
  await answerPaper(phone, answerKey(FOLDER));
  await phone.getByRole('button', { name: 'Answer the survey' }).tap();
  const survey = phone.getByRole('dialog', { name: /Survey/ });
  await survey.getByRole('radio').first().check();
  await survey.getByRole('checkbox').first().check();
  await survey.getByRole('textbox').fill('The vestibular nuclei.');
  await survey.getByRole('button', { name: 'Submit' }).tap();
  await expect(phone).toHaveURL(new RegExp(`/certificates\\?book=${bookId}`));
  await expect(phone.getByRole('dialog')).toBeVisible();
});
