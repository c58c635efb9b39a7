import { expect, test } from '@playwright/test';
import { signedIn } from './support/session.ts';
import { demoEmail } from './support/staff.ts';
import { demoBook } from './support/work-copies.ts';

/** The pages of a working copy are prepared first, maybe on a busy machine. */
const MAKING = { timeout: 180_000 };

test('a working copy is shown as readers would see it, and nothing is recorded', async ({ page }) => {
  test.setTimeout(600_000);
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

  await test.step('words are chosen by keyboard, and stay chosen for a comment', async () => {
    await expect(frame.locator('[data-page="20"] [data-word]').first()).toBeAttached(MAKING);
    await frame.getByRole('region', { name: /^Pages of/ }).focus();
    await page.keyboard.press('F2');
    await expect(frame.getByRole('application', { name: 'Choosing words' })).toBeFocused();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    const comment = page.getByLabel(/^Comment on this phrase of page 20/);
    await expect(comment).toBeVisible();
    while (!(await comment.evaluate((field) => field === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type('Is this the usual term?');
    await expect(comment).toHaveValue('Is this the usual term?');
    await comment.fill('');
  });
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
    await frame
      .getByRole('link', { name: /Pre-test/ })
      .first()
      .click();
    const questions = frame.getByRole('group', { name: /Question \d+ of/ });
    // The frame opens anew for the student, maybe only now: then the test begins anew.
    await expect(async () => {
      const answer = frame.getByRole('button', { name: 'Answer as a reader' });
      if (await answer.isVisible()) await answer.click({ timeout: 5_000 });
      await expect(questions.first()).toBeVisible({ timeout: 5_000 });
      await expect(frame.getByText('The right answer')).toHaveCount(0, { timeout: 5_000 });
      for (const question of await questions.all())
        await question.getByRole('radio').first().check({ timeout: 5_000 });
      await frame.getByRole('button', { name: 'Submit' }).click({ timeout: 5_000 });
      await expect(frame.getByText('Your answers', { exact: true })).toBeVisible({ timeout: 5_000 });
    }).toPass(MAKING);
    await page.getByRole('radio', { name: 'Lectures' }).press('Space');
    await expect(frame.locator('h1', { hasText: /lectures/i })).toBeVisible(MAKING);
  });
  await test.step('the tab around it stays signed in as who it was', async () => {
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Subscriber' })).toBeChecked();
    await expect(sheet(20)).toBeVisible(MAKING);
  });
});
