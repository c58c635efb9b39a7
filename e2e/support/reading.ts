import { expect, type Locator, type Page } from '@playwright/test';

/** Waits until the page's image and words are loaded. */
export async function readable(page: Page, label: string): Promise<void> {
  const sheet = page.getByRole('region', { name: `Page ${label}`, exact: true });
  await expect(sheet).toBeInViewport();
  await expect(sheet.locator('canvas[data-loaded]').first()).toBeVisible();
  await expect(sheet.locator('[data-word]').first()).toBeAttached();
}

export async function openKeepDialog(page: Page, name = 'Keep this book on this device') {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
  return page.getByRole('dialog', { name: 'Keep this book on this device' });
}

/** Downloads the open book, and waits until it is complete. */
export async function keepBook(page: Page): Promise<void> {
  const dialog = await openKeepDialog(page);
  await expect(dialog.getByText(/Takes about [\d.]+ MB for 34 pages/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep this book' }).click();
  await expect(dialog.getByText(/This book is kept: [\d.]+ MB/)).toBeVisible({ timeout: 90_000 });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
}

/** Selects the first words of the page and opens a note for them. */
async function selectWords(page: Page, label: string): Promise<void> {
  const words = page.getByRole('region', { name: `Page ${label}`, exact: true }).locator('[data-word]');
  await expect(words.nth(8)).toBeAttached();
  await words.first().evaluate((first) => {
    const last = first.parentElement?.querySelectorAll('[data-word]')[5] as Element;
    const range = document.createRange();
    range.setStart(first, 0);
    range.setEnd(last, last.childNodes.length);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    document.dispatchEvent(new Event('selectionchange'));
    document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  });
}

/** Types a note to the first words of the page without saving it; returns its editor. */
export async function typeNote(page: Page, label: string, text: string): Promise<Locator> {
  await selectWords(page, label);
  await page.getByRole('button', { name: 'Write a note' }).click();
  const editor = page.getByRole('dialog', { name: `Note on page ${label}` });
  await editor.getByRole('textbox', { name: 'Your note' }).fill(text);
  return editor;
}

export async function writeNote(page: Page, label: string, text: string): Promise<void> {
  const editor = await typeNote(page, label, text);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
}
