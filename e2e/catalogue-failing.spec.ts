import { expect, type Page, test } from '@playwright/test';
import { newPerson, register } from './support/people.ts';

/** Collects errors that the page reports; failed requests are logged by the browser itself. */
function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      heard.push(message.text());
  });
  return heard;
}

async function publicPages(page: Page): Promise<string[]> {
  const first = async (list: string): Promise<string> =>
    (await (await page.request.get(`/customer_portal/v1/${list}?items=1`)).json()).data[0].id;
  const book = `/book-profile/${await first('books')}`;
  const tabs = [book, `${book}?tab=faculty`, `${book}?tab=front-matter`];
  return ['/', '/books', '/books/featured', ...tabs, '/packages', `/packages/${await first('packages')}`];
}

/** From now on every call fails with a server error; documents still load. */
const failCalls = (page: Page) =>
  page.route(/_portal\/v1\//, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Unavailable.' } }),
  );
const asksForMore = /What is yours could not be loaded/;

/** Hydrated: the header's search opens. */
async function expectAlive(page: Page): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox');
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press('Control+k');
    await expect(field).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
}

for (const works of [true, false])
  test(`no public page reports an error to a visitor while calls ${works ? 'work' : 'fail'}`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const heard = listen(page);
    const pages = await publicPages(page);
    if (!works) await failCalls(page);
    for (const path of pages) {
      await page.goto(path);
      const title = await page.getByRole('heading', { level: 1 }).textContent();
      await expectAlive(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title as string);
      expect(heard, path).toEqual([]);
    }
  });

test('server-rendered content stays for a reader whose calls fail, and their own part loads on a retry', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const pages = await publicPages(page);
  await register(page, newPerson('Elena', 'Cornaro'));
  const heard = listen(page);
  await failCalls(page);
  for (const path of pages) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    const line = page.getByText(asksForMore);
    // After the last of its retries.
    await expect(line, path).toBeVisible({ timeout: 30_000 });
    await expect(heading, path).toBeVisible();
    if (!path.includes('front-matter')) await expect(page.getByRole('alert'), path).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('img').or(page.locator('main img')).first()).toBeAttached();
    expect(heard, path).toEqual([]);
  }
  await page.goto('/');
  await expect(page.getByText(asksForMore)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 2, name: 'Featured courses' })).toBeVisible();
  await page.unroute(/_portal\/v1\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(asksForMore)).toBeHidden({ timeout: 30_000 });
});
