import { expect, type Page, test } from '@playwright/test';
import { linkTo } from './support/letters.ts';
import { signedIn } from './support/session.ts';
import { demoEmail, staffOf } from './support/staff.ts';
import { demoBook } from './support/work-copies.ts';

const SOON = { timeout: 180_000 };

/** A new edition of a demo book whose publisher requires an approval. */
async function newWork(page: Page): Promise<string> {
  const { admin } = await staffOf(page.request);
  const from = await demoBook(page.request, 'chest-radiography');
  const stamp = Date.now();
  const { id } = await admin<{ id: string }>('POST', `/works/${from}/editions`, {
    edition: `review ${stamp}`,
  });
  const slug = `review-house-${stamp}`;
  await admin('POST', '/publishers', {
    ...{ slug, name: `Review House ${stamp}`, imprint: null, logo_url: null, website: null },
    ...{ contact_email: null, required_approvals: 1 },
  });
  const { version } = await admin<{ version: number }>('GET', `/works/${id}`);
  const title = `Journey of a review ${stamp}`;
  const set = (path: string, value: unknown) => ({ op: 'set', path: [path], value });
  await admin('POST', `/works/${id}/changes`, {
    base_version: version,
    changes: [
      {
        id: crypto.randomUUID(),
        operations: [set('title', title), set('publisher', { slug }), set('release_date', '2026-01-01')],
      },
    ],
  });
  await admin('POST', `/works/${id}/people`, { email: demoEmail('author'), work_role: 'author' });
  return id;
}

test('a book is sent to review, commented on, answered, approved and published', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  await signedIn(page, demoEmail('staff'));
  const id = await newWork(page);
  const publishButton = page.getByRole('button', { name: 'Publish now' });

  await test.step('it cannot be published before, and the check list leads to the review', async () => {
    await page.goto(`/studio/${id}/publish`);
    await expect(page.getByText(/^0 of 1 approvals/)).toBeVisible(SOON);
    await expect(publishButton).toBeDisabled();
    await page.getByRole('link', { name: 'Approvals' }).click();
    await expect(page).toHaveURL(`/studio/${id}/review`);
  });
  await test.step('staff ask by mail', async () => {
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Until').fill(day);
    await page.getByLabel('Note').fill('Above all the first page.');
    await page.getByRole('button', { name: 'Ask by mail' }).click();
    await expect(page.getByText(/^In review until/)).toBeVisible();
  });

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signedIn(phone, demoEmail('author'));
  const frame = phone.frameLocator('iframe');
  await test.step('the home page of the author says what is asked, and leads to the book', async () => {
    await phone.goto('/');
    const asked = phone.getByRole('region', { name: 'You are asked to review' });
    await expect(asked.getByText('Above all the first page.').first()).toBeVisible();
    await expect(asked.locator(`a[href="/studio/${id}/preview"]`)).toBeVisible();
  });
  await test.step('the author comes from the letter and comments on a phrase, on a phone', async () => {
    await phone.goto(await linkTo(page, demoEmail('author'), `/studio/${id}/preview`));
    const words = frame.locator('[data-page="1"] [data-word]');
    // The pages of a new edition are prepared first; then the preview opens automatically.
    await expect(words.nth(2)).toBeAttached(SOON);
    await words.first().evaluate((first) => {
      const all = [...(first.closest('[data-page]')?.querySelectorAll('[data-word]') ?? [])];
      first.ownerDocument.getSelection()?.setBaseAndExtent(first, 0, all[1] as Element, 1);
    });
    await phone.getByLabel(/^Comment on this phrase of page /).fill('Is this the right name?');
    await phone.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(phone.getByText('Is this the right name?')).toBeVisible();
    await expect(phone.getByText(/Above all the first page/)).toBeVisible();
  });
  await test.step('staff see who looked and commented, and answer', async () => {
    await page.reload();
    await expect(page.getByText(/Comments: 1/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByLabel('Answer').fill('Yes, it is.');
    await page.getByRole('button', { name: 'Answer' }).click();
    await expect(page.getByText('Yes, it is.')).toBeVisible();
  });
  await test.step('the author reads the answer and approves', async () => {
    await phone.reload();
    await expect(phone.getByText('Yes, it is.')).toBeVisible(SOON);
    await phone.getByRole('button', { name: 'Approve this version' }).click();
    await expect(phone.getByText('Approvals: 1 of 1')).toBeVisible();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await context.close();
  });
  await test.step('it can be published, and the review is over', async () => {
    await page.goto(`/studio/${id}/publish`);
    await expect(publishButton).toBeEnabled(SOON);
    await publishButton.click();
    // The comment was answered, but nobody settled it.
    const question = page.getByRole('dialog', { name: 'Publish before the review has ended?' });
    await expect(question.getByText('Open comments: 1')).toBeVisible();
    await question.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText(/^Release \d+ is published/).first()).toBeVisible(SOON);
    await page.goto(`/studio/${id}/review`);
    await expect(page.getByText('No review is open.')).toBeVisible();
  });
});
