import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import { counted } from './support/counted.ts';
import { deskOf } from './support/real-desk.ts';
import { signedIn } from './support/session.ts';
import { demoEmail } from './support/staff.ts';

const BOOK = join(import.meta.dirname, '../demo/chest-radiography/book.pdf');
const QUIZ_PAGE = 20;
const INSERTED_AFTER = 10;
const INSERTED = 3;

async function withNewPages(path: string): Promise<void> {
  const pdf = await PDFDocument.load(await readFile(BOOK));
  for (let count = 0; count < INSERTED; count += 1)
    pdf
      .insertPage(INSERTED_AFTER + count)
      .drawText(`An inserted page, number ${count + 1}`, { x: 40, y: 400 });
  await writeFile(path, await pdf.save());
}

test('things follow their pages when a PDF is replaced, and go back by one step', async ({ page }, info) => {
  test.setTimeout(400_000);
  const desk = deskOf(page, counted());
  const longer = info.outputPath('longer.pdf');
  await withNewPages(longer);
  await signedIn(page, demoEmail('staff'));
  await page.goto('/studio');
  await page.getByRole('link', { name: 'New book' }).click();
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: `Followed ${Date.now()}.pdf`, mimeType: 'application/pdf', buffer: await readFile(BOOK) },
  });
  await page.getByRole('button', { name: 'Take all' }).click({ timeout: 150_000 });
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('link', { name: 'Open the desk' }).click();
  await desk.ready();
  await page.goto(`${new URL(page.url()).pathname}?page=${QUIZ_PAGE}`);
  await desk.ready();
  await page.getByRole('button', { name: 'Add to this page' }).click();
  await page.getByRole('menuitem', { name: 'Quiz' }).click();
  await expect(desk.marksOn(QUIZ_PAGE)).toHaveCount(1);
  await desk.saved();
  await desk.replacePdf(longer);

  const notice = page.getByRole('region', { name: 'The pages of the new PDF' });
  await expect(notice).toContainText(`${INSERTED} pages more after page ${INSERTED_AFTER}`);
  await notice.getByRole('button', { name: 'Show' }).focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Things and their pages' });
  await expect(list.getByRole('listitem').filter({ hasText: 'Quizzes' })).toContainText(
    `From page ${QUIZ_PAGE} to page ${QUIZ_PAGE + INSERTED}`,
  );
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await notice.getByRole('button', { name: 'Move them' }).focus();
  await page.keyboard.press('Enter');
  await expect(desk.marksOn(QUIZ_PAGE + INSERTED)).toHaveCount(1);
  await expect(notice).toHaveCount(0);

  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(desk.marksOn(QUIZ_PAGE)).toHaveCount(1);
  await expect(notice).toBeVisible();
});
