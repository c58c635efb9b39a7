import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { bookIdOf, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

const TITLE = 'Chest Radiography: A Systematic Approach';
const saved = async (page: Page, button: string): Promise<string> => {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await waiting).path(), 'utf8');
};

test('what was highlighted is found in the notebook, cited, saved, and leads back to its place', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await register(page, newPerson('Wilhelm', 'Conrad'));
  const bookId = await bookIdOf(page, TITLE);
  await subscribeForFree(page, bookId);
  await page.goto('/notebook');
  await expect(page.getByRole('heading', { name: 'Your notebook is empty' })).toBeVisible();

  await page.goto(`/book-viewer/${bookId}?page=12`);
  const sheet = page.getByRole('region', { name: 'Page 12', exact: true });
  await sheet.locator('[data-word]').filter({ hasText: 'attenuation' }).first().dblclick();
  await page.getByRole('button', { name: 'Cite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cite page 12' });
  await expect(dialog.getByText(/^Marchetti H, Okonjo S\. Chest Radiography/)).toBeVisible();
  await dialog.getByText('BibTeX', { exact: true }).click();
  expect(await saved(page, 'Save as .bib')).toMatch(
    /@book\{marchetti\d{4}p12,[\s\S]*url = \{http[^}]*page=12\}/,
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await sheet.locator('[data-word]').filter({ hasText: 'attenuation' }).first().dblclick();
  await page.getByRole('button', { name: 'Highlight in pink' }).click();
  await expect(sheet.getByRole('button', { name: 'Highlight: attenuation' })).toBeAttached();

  await page.goto('/notebook?q=spleen');
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible();
  await page.getByRole('searchbox').fill('ATTENUATION');
  const entry = page.getByRole('list', { name: 'Notebook' }).getByRole('listitem');
  await expect(entry).toHaveCount(1);
  expect((await axeOn(page).analyze()).violations).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await saved(page, 'Save as Markdown')).toContain('> attenuation');
  await entry.getByRole('link').click();
  await expect(sheet.getByRole('button', { name: 'Highlight: attenuation' })).toBeInViewport();
});
