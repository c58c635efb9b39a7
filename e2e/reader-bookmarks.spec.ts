import { expect, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { bookIdOf, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';
import { signedIn } from './support/session.ts';

const TITLE = 'Chest Radiography: A Systematic Approach';
const REMOVE = 'Remove the bookmark from page 12';
const ribbon = (page: Page) => page.getByRole('button', { name: REMOVE });
const stored = (page: Page, method: string) =>
  page.waitForResponse(
    (answer) => answer.url().includes('/annotations') && answer.request().method() === method && answer.ok(),
  );

test('a bookmark that is set by a key is on the phone, in both views and in the notebook, until it is taken away', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const person = newPerson('Godfrey', 'Hounsfield');
  await register(page, person);
  const bookId = await bookIdOf(page, TITLE);
  await subscribeForFree(page, bookId);
  await page.goto(`/book-viewer/${bookId}?page=12`);
  await expect(page.getByRole('region', { name: 'Page 12', exact: true })).toBeInViewport();
  await expect(page.getByText(/^About \d+ minutes? left in this chapter$/)).toBeAttached();
  const set = stored(page, 'POST');
  await page.keyboard.press('s');
  await expect(ribbon(page)).toBeVisible();
  await set;

  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await signedIn(phone, person.email, person.password);
  await phone.goto(`/book-viewer/${bookId}?page=12`);
  await expect(ribbon(phone)).toBeVisible();
  expect((await axeOn(phone).disableRules(['heading-order']).analyze()).violations).toEqual([]);
  await phone.getByRole('button', { name: 'More' }).tap();
  await phone.getByRole('menuitemcheckbox', { name: 'Text view' }).tap();
  await expect(phone.locator('[data-flow-page="12"]').getByRole('button', { name: REMOVE })).toBeVisible();

  await phone.goto('/notebook?kind=bookmark');
  const entry = phone.getByRole('list', { name: 'Notebook' }).getByRole('listitem');
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('Bookmark');
  await entry.getByRole('link').tap();
  const taken = stored(phone, 'DELETE');
  await ribbon(phone).tap();
  await expect(ribbon(phone)).toBeHidden();
  await taken;

  await page.reload();
  await expect(page.getByRole('region', { name: 'Page 12', exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Bookmark this page' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(ribbon(page)).toBeHidden();
  await context.close();
});
