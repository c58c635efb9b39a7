import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { signedIn } from './support/session.ts';
import { demoEmail, staffOf } from './support/staff.ts';

const BOOK = join(import.meta.dirname, '../demo/chest-radiography');

test('from a PDF to a work with a chapter and a material', async ({ page }) => {
  test.slow();
  await signedIn(page, demoEmail('staff'));
  await page.goto('/studio');
  await page.getByRole('link', { name: 'New book' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: `Journey ${Date.now()}.pdf`,
    mimeType: 'application/pdf',
    buffer: await readFile(join(BOOK, 'book.pdf')),
  });
  await expect(page).toHaveURL(/\/studio\/[0-9a-f-]+\/start$/);
  const id = page.url().split('/').at(-2) as string;
  await page.getByRole('button', { name: 'Take all' }).click({ timeout: 120_000 });
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('link', { name: 'Open the desk' }).click();

  await expect(page.getByRole('navigation', { name: 'Pages' }).locator('img').first()).toBeVisible();
  await page.getByRole('button', { name: 'Page 6', exact: true }).click();
  await page.getByRole('button', { name: 'Add to this page' }).click();
  await page.getByRole('menuitem', { name: 'Begin a chapter here' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Reading the film');
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add to this page' }).click();
  await page.getByRole('menuitem', { name: 'Video, pictures or DICOM' }).click();
  await (await picker).setFiles(join(BOOK, 'cover.webp'));
  await expect(page.getByRole('button', { name: 'Material cover' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Material cover' }).press('Alt+ArrowDown');
  await expect(page.getByRole('list', { name: 'On page 7' }).getByText('cover')).toBeVisible();
  await expect(page.getByText(/^Saved at/)).toBeVisible();

  const { admin } = await staffOf(page.request);
  const { manifest } = await admin<{ manifest: Record<string, unknown> }>('GET', `/works/${id}`);
  expect(manifest.chapters).toEqual(
    expect.arrayContaining([expect.objectContaining({ title: 'Reading the film', first_page: 6 })]),
  );
  expect(manifest.supplementaries).toMatchObject([
    { page: 7, materials: [{ type: 'image', title: 'cover' }] },
  ]);

  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('list', { name: 'On page 6' }).getByText('cover')).toBeVisible();
});
