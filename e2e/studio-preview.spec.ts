import { expect, test } from '@playwright/test';
import { signedIn } from './support/session.ts';
import { demoEmail } from './support/staff.ts';
import { demoBook } from './support/work-copies.ts';

const MAKING = { timeout: 60_000 };

test('a working copy is shown as readers would see it, and nothing is recorded', async ({ page }) => {
  test.setTimeout(180_000);
  await signedIn(page, demoEmail('staff'));
  const id = await demoBook(page.request, 'chest-radiography');
  await page.goto(`/studio/${id}?page=20`);
  await page.getByRole('link', { name: 'Preview' }).click(MAKING);
  const frame = page.frameLocator('iframe');
  const sheet = (number: number) => frame.locator(`[data-page="${number}"] canvas[data-loaded]`).first();
  await expect(sheet(20)).toBeVisible(MAKING);

  await page.getByRole('radio', { name: 'Phone' }).press('Space');
  await expect(frame.getByRole('button', { name: 'Lectures' }).or(sheet(20)).first()).toBeVisible(MAKING);
  expect((await page.locator('iframe').boundingBox())?.width).toBeLessThanOrEqual(392);
  await page.getByRole('radio', { name: 'Desk' }).press('Space');

  await test.step('a visitor gets the free pages, and is asked to sign in', async () => {
    await page.getByRole('radio', { name: 'Visitor' }).press('Space');
    await expect(sheet(1)).toBeVisible(MAKING);
    await page.getByRole('radio', { name: 'Profile' }).press('Space');
    await expect(frame.locator('h1', { hasText: /Chest Radiography/ })).toBeVisible(MAKING);
    await expect(sheet(1)).toBeHidden();
    await expect(
      frame
        .getByRole('button', { name: /Sign in/ })
        .or(frame.getByRole('link', { name: /Sign in/ }))
        .first(),
    ).toBeVisible();
  });
  await test.step('a student opens tests and lectures', async () => {
    await page.getByRole('radio', { name: 'Student' }).press('Space');
    await page.getByRole('radio', { name: 'Tests' }).press('Space');
    await expect(frame.locator('h1', { hasText: /tests/i })).toBeVisible(MAKING);
    await page.getByRole('radio', { name: 'Lectures' }).press('Space');
    await expect(frame.locator('h1', { hasText: /lectures/i })).toBeVisible(MAKING);
  });
  await test.step('the tab around it stays signed in as who it was', async () => {
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Subscriber' })).toBeChecked();
    await expect(sheet(20)).toBeVisible(MAKING);
  });
});
