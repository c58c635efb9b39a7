import { expect, type Locator, type Page, test } from '@playwright/test';
import { bookIdOf } from './support/main-job.ts';
import { enterAs, staffOf } from './support/staff.ts';

const TABLE_PAGE = 15;
/** A service worker would load the page's text past the route. */
test.use({ serviceWorkers: 'block' });

/** Opens the page with the normal intervals as text, as a subscriber. */
async function openTable(page: Page, name: string): Promise<Locator> {
  const staff = await staffOf(page.request);
  const bookId = await bookIdOf(page, 'The ECG in Practice');
  await enterAs(page, await staff.subscriber(name, bookId));
  await page.goto(`/book-viewer/${bookId}?page=${TABLE_PAGE}`);
  await page.getByRole('button', { name: 'Text view' }).click();
  const text = page.locator(`[data-flow-page="${TABLE_PAGE}"] [data-flow-text]`);
  await expect(text.getByText('QTc').first()).toBeVisible();
  return text;
}

test('values are under the heading that the page prints above them', async ({ page }) => {
  const text = await openTable(page, 'Willem');
  const row = text.getByRole('row', { name: /^QTc/ });
  await expect(row.getByRole('cell')).toHaveText(['QTc', '', '', /up to 450 ms/]);
  const heading = await text.getByRole('columnheader', { name: 'Normal in adults' }).boundingBox();
  const value = await row.getByRole('cell', { name: /450 ms/ }).boundingBox();
  expect(value?.x).toBe(heading?.x);
});

test('a table wider than the screen scrolls by keyboard, and the page stays', async ({ page }) => {
  const text = await openTable(page, 'Einthoven');
  await page.setViewportSize({ width: 390, height: 800 });
  const table = text.getByRole('group', { name: 'Table' });
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((each) => each.scrollLeft)).toBeGreaterThan(0);
  await expect(page).toHaveURL(new RegExp(`page=${TABLE_PAGE}`));
});

test('a table without sure columns is shown as an image, with its text', async ({ page }) => {
  await page.route(new RegExp(`/${TABLE_PAGE}/text\\.json`), async (route) => {
    const response = await route.fetch();
    const text = await response.json();
    for (const word of text.words) if (word[4] === 'From') word[2] = 0.2;
    await route.fulfill({ response, json: text });
  });
  const text = await openTable(page, 'Waller');
  await expect(text.getByText(/The columns of this table are uncertain/)).toBeVisible();
  await expect(text.getByRole('img', { name: 'Table' })).toBeVisible();
  await expect(text.getByText(/QTc up to 450 ms/)).toBeVisible();
  await expect(text.getByRole('table')).toHaveCount(0);
});
