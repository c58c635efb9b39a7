import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { counted } from './support/counted.ts';
import { signedIn } from './support/session.ts';
import { demoEmail } from './support/staff.ts';

const BOOK = join(import.meta.dirname, '../demo/chest-radiography');

/** Navigates by keyboard. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeEnabled();
  for (let presses = 0; presses < 400; presses += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${place}`);
}
async function press(page: Page, place: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, place);
  await page.keyboard.press(key);
}

/**
 * Types the next minute that is far enough in the future, in the browser's time zone. The order of its parts depends on
 * the browser's language.
 */
async function typeTime(page: Page, field: Locator): Promise<void> {
  const { wanted, ways } = await page.evaluate(() => {
    const at = new Date(Math.ceil((Date.now() + 40_000) / 60_000) * 60_000);
    const two = (value: number) => String(value).padStart(2, '0');
    const [day, month, year] = [two(at.getDate()), two(at.getMonth() + 1), String(at.getFullYear())];
    const [hour, minute] = [at.getHours(), two(at.getMinutes())];
    return {
      wanted: `${year}-${month}-${day}T${two(hour)}:${minute}`,
      ways: [
        [`${month}${day}${year}`, `${two(hour % 12 || 12)}${minute}${hour < 12 ? 'A' : 'P'}`],
        [`${day}${month}${year}`, `${two(hour)}${minute}`],
      ],
    };
  });
  for (const [date = '', time = ''] of ways) {
    for (let part = 0; part < 7; part += 1) await page.keyboard.press('ArrowLeft');
    for (const key of date) await page.keyboard.press(key);
    await page.keyboard.press('ArrowRight');
    for (const key of time) await page.keyboard.press(key);
    if ((await field.inputValue()) === wanted) return;
  }
  throw new Error(`the field does not take ${wanted}`);
}

const shopOf = async (page: Page, id: string) =>
  (await page.request.get(`/customer_portal/v1/books/${id}`)).json() as Promise<{
    title: string;
    is_withdrawn: boolean;
  }>;
const PUBLISHING = { timeout: 60_000 };
const state = (page: Page, text: string) => page.locator('[data-state]').filter({ hasText: text }).first();

test('a book goes from its PDF to the shop, is changed, scheduled, withdrawn and restored', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const user = counted();
  const title = `Journey to the shop ${Date.now()}`;
  await signedIn(page, demoEmail('staff'));
  await page.goto('/studio');

  await test.step('by mouse: from the PDF to the desk', async () => {
    await user.click(page.getByRole('link', { name: 'New book' }));
    await user.act(
      page.locator('input[type=file]').setInputFiles({
        ...{ name: `${title}.pdf`, mimeType: 'application/pdf' },
        buffer: await readFile(join(BOOK, 'book.pdf')),
      }),
    );
    await user.act(page.getByRole('button', { name: 'Take all' }).click({ timeout: 150_000 }));
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await user.click(page.getByRole('link', { name: 'Open the desk' }));
  });
  const id = new URL(page.url()).pathname.split('/')[2] as string;

  await test.step('by mouse: what the check list asks for', async () => {
    const panel = page.getByRole('dialog', { name: 'Check list' });
    const answer = async (field: string, text: string) => {
      await user.click(page.getByRole('button', { name: /^Check list/ }));
      await user.click(panel.getByRole('link', { name: field, exact: true }));
      await expect(panel).toBeHidden();
      const place = page.getByLabel(field, { exact: true });
      await expect(place).toBeFocused();
      await user.fill(place, text);
      await place.blur();
      await expect(page.getByText(/^Saved at/)).toBeVisible();
    };
    await answer('Edition', '1');
    await answer('Authors', 'A. Writer');
    await answer('Category', 'Radiology');
    await answer('Price per year (US dollars)', '49');
    await answer('Release date', '2026-01-15');
    await answer('Description', 'How to read a film of the chest.');
    await user.fill(page.getByLabel('Title', { exact: true }), title);
    await page.getByLabel('Title', { exact: true }).blur();
    await expect(page.getByText(/^Saved at/)).toBeVisible();
  });

  await test.step('by mouse: published', async () => {
    await user.click(page.getByRole('link', { name: 'Publish', exact: true }));
    await expect(page.getByText('Nothing is published yet. Readers will see:')).toBeVisible();
    await user.click(page.getByRole('button', { name: 'Publish now' }));
    await expect(page.getByRole('heading', { name: /^Release \d+ What readers see$/ })).toBeVisible({
      timeout: 60_000,
    });
    await expect(state(page, 'Published')).toBeVisible();
    await expect.poll(() => shopOf(page, id), PUBLISHING).toMatchObject({ title, is_withdrawn: false });
    test.info().annotations.push({ type: 'actions', description: String(user.count()) });
    expect(user.count()).toBeLessThan(80);
  });
  const first = await page.getByRole('heading', { name: /What readers see$/ }).textContent();
  const firstRelease = /\d+/.exec(first ?? '')?.[0];

  /** From publishing to editing and back. */
  const retitle = async (text: string) => {
    await press(page, page.getByRole('link', { name: 'Back to the desk' }));
    const field = page.getByRole('textbox', { name: 'Title', exact: true });
    await expect(field).toBeVisible();
    await tabTo(page, field);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await press(page, page.getByRole('link', { name: 'Publish', exact: true }));
    const changes = page.getByRole('region', { name: 'What changes' });
    await expect(changes.getByText(text)).toBeVisible();
  };

  await test.step('by keyboard: a change is published', async () => {
    await retitle(`${title}, revised`);
    await press(page, page.getByRole('button', { name: 'Publish now' }));
    await expect.poll(async () => (await shopOf(page, id)).title, PUBLISHING).toBe(`${title}, revised`);
    const changes = page.getByRole('region', { name: 'What changes' });
    await expect(changes.getByText('Nothing changes for readers.')).toBeVisible();
  });

  await test.step('by keyboard: another one is scheduled, and published at its time', async () => {
    await retitle(`${title}, at its time`);
    await tabTo(page, page.getByRole('radio', { name: 'Now' }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByLabel('Day and time'));
    await typeTime(page, page.getByLabel('Day and time'));
    await expect(page.getByText('In your time zone, Europe/Zurich')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Schedule' }));
    await expect(page.getByText(/^Will be published on/).first()).toBeVisible();
    expect((await shopOf(page, id)).title).toBe(`${title}, revised`);
    await expect
      .poll(async () => (await shopOf(page, id)).title, { timeout: 180_000 })
      .toBe(`${title}, at its time`);
  });

  await test.step('by keyboard: withdrawn, and brought back', async () => {
    await press(page, page.getByRole('button', { name: 'Withdraw the book' }));
    const dialog = page.getByRole('dialog', { name: 'Withdraw this book?' });
    await expect(dialog).toContainText('Subscribers, who keep it to the end of their term: 0');
    await press(page, dialog.getByRole('button', { name: 'Withdraw the book' }));
    await expect(state(page, 'Withdrawn')).toBeVisible();
    await expect.poll(() => shopOf(page, id), PUBLISHING).toMatchObject({ is_withdrawn: true });
    await press(page, page.getByRole('button', { name: 'Bring it back to the shop' }));
    await expect(page.getByText('The book is in the shop.')).toBeVisible();
    await expect.poll(() => shopOf(page, id), PUBLISHING).toMatchObject({ is_withdrawn: false });
  });

  await test.step('by keyboard: the first release comes back', async () => {
    await press(page, page.getByRole('button', { name: `Bring back release ${firstRelease}`, exact: true }));
    const dialog = page.getByRole('dialog', { name: `Bring back release ${firstRelease}?` });
    await expect(dialog.getByText(`${title}, at its time`)).toBeVisible();
    await press(page, dialog.getByRole('button', { name: `Publish release ${firstRelease} again` }));
    await expect.poll(async () => (await shopOf(page, id)).title, PUBLISHING).toBe(title);
    await expect(state(page, 'Published, with changes')).toBeVisible();
  });
});
