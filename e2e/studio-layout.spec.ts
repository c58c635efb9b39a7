import { expect, type Locator, type Page, test } from '@playwright/test';
import { signedIn } from './support/session.ts';
import { demoEmail, staffOf } from './support/staff.ts';
import { copyOfDemoBook, DEMO_PRODUCERS } from './support/work-copies.ts';

test.use({ viewport: { width: 1440, height: 900 } });
const SOON = { timeout: 180_000 };

/** A book in review, so that everything stands in the bar and beside the preview. */
async function bookInReview(page: Page): Promise<string> {
  const { admin } = await staffOf(page.request);
  const id = await copyOfDemoBook(page.request, DEMO_PRODUCERS);
  for (const role of ['author', 'editor'] as const)
    await admin('POST', `/works/${id}/people`, { email: demoEmail(role), work_role: role });
  const { people } = await admin<{ people: { user_id: string; can_be_asked: boolean }[] }>(
    'GET',
    `/works/${id}/review`,
  );
  await admin('PUT', `/works/${id}/review`, {
    people: people.filter((each) => each.can_be_asked).map((each) => each.user_id),
    note: 'Above all the first chapter, its pictures, and the questions of the final test. '.repeat(4),
    due_on: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
  });
  return id;
}
const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test('the bar of the desk is one line, and the rest is in a menu', async ({ page }) => {
  test.setTimeout(300_000);
  await signedIn(page, demoEmail('staff'));
  const id = await bookInReview(page);
  for (const [language, more] of [
    ['en', 'More'],
    ['ar', 'المزيد'],
  ] as const) {
    await page.goto('/');
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), language);
    await page.goto(`/studio/${id}?page=2`);
    const bar = page.locator('main header').first();
    await expect(bar.getByRole('link').nth(1)).toBeVisible(SOON);
    await expect.poll(async () => (await boxOf(bar)).height, language).toBeLessThan(62);
    expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), language).toBe(0);
    expect((await boxOf(bar.locator('h1'))).width, language).toBeGreaterThan(160);
    await page.setViewportSize({ width: 1210, height: 900 });
    await bar.getByRole('button', { name: more, exact: true }).click();
    expect((await boxOf(bar)).height, language).toBeLessThan(62);
    await page.getByRole('menuitem').last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('a message covers nothing of the desk, of its drawers, and of the preview', async ({ page }) => {
  test.setTimeout(300_000);
  await signedIn(page, demoEmail('staff'));
  const id = await bookInReview(page);
  const toast = page.locator('[data-toast]');
  await page.route('**/review/approval', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.route('**/file_removals', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
  );
  const uncovered = async (parts: Locator) => {
    const message = await boxOf(toast.first());
    for (const part of await parts.all()) {
      const { y, height } = await boxOf(part);
      expect(y + height, await part.innerText()).toBeLessThanOrEqual(message.y + 1);
    }
    expect(message.y + message.height).toBeLessThanOrEqual(901);
  };
  await page.goto(`/studio/${id}?page=2`);
  const desk = page.locator('main');
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible(SOON);
  const more = desk.getByRole('button', { name: 'More' });
  await expect(more.or(desk.getByRole('button', { name: 'Files' })).first()).toBeVisible(SOON);
  if (await more.isVisible()) await more.click();
  await page
    .getByRole('menuitem', { name: 'Files' })
    .or(page.getByRole('button', { name: 'Files', exact: true }))
    .click();
  const files = page.getByRole('dialog', { name: 'Files' });
  await files
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await files.getByRole('button', { name: 'Remove it all the same' }).click();
  await expect(toast).toBeVisible();
  // The question first, then the panel around it.
  await page.keyboard.press('Escape');
  await expect(files.getByRole('alertdialog')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(files).toBeHidden();
  await uncovered(desk.locator('header, aside, main :has(> aside) > *'));
});

test('every part beside the preview has its height', async ({ page }) => {
  test.setTimeout(300_000);
  const { admin } = await staffOf(page.request);
  const id = await bookInReview(page);
  await signedIn(page, demoEmail('author'));
  const filterOf = () => page.getByRole('radiogroup', { name: 'Which comments' });
  await page.goto(`/studio/${id}/preview`);
  await expect(page.frameLocator('iframe').locator('[data-page="1"]').first()).toBeAttached(SOON);
  for (let number = 1; number <= 8; number += 1)
    await admin('POST', `/works/${id}/comments`, {
      ...{ id: crypto.randomUUID(), text: `What about this? ${number}`, page: 1 },
    });
  await page.reload();
  await expect(page.getByText('What about this? 8')).toBeVisible(SOON);
  expect((await boxOf(filterOf())).height).toBeGreaterThan(30);
});
