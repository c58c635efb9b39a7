import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import dicomParser from 'dicom-parser';
import { axeOn } from './support/axe.ts';
import { signedIn } from './support/session.ts';
import { demoEmail } from './support/staff.ts';
import { zipOf } from './support/zip.ts';

const BOOK = join(import.meta.dirname, '../demo/chest-radiography');
const SERIES = join(import.meta.dirname, '../demo/applied-neuroanatomy/dicom/ct-head-haemorrhage');
const SLOW = { timeout: 120_000 };

/** A slice of the demo, which names somebody again. */
function named(slice: Buffer): Buffer {
  const at = slice.indexOf(Buffer.from('\x10\x00\x10\x00PN\x00\x00', 'latin1'));
  const name = Buffer.from('Doe^Jane');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(name.length);
  const file = Buffer.concat([slice.subarray(0, at + 6), length, name, slice.subarray(at + 8)]);
  file.write('NO  ', file.indexOf(Buffer.from('\x12\x00\x62\x00CS\x04\x00', 'latin1')) + 8, 'latin1');
  return file;
}

/** The same slice with a line of letters in its pixels, drawn by the browser. */
async function withLetters(page: Page, slice: Buffer, words: string): Promise<Buffer> {
  const data = dicomParser.parseDicom(slice);
  const [rows = 0, columns = 0] = [data.uint16('x00280010'), data.uint16('x00280011')];
  const start = data.elements.x7fe00010?.dataOffset ?? 0;
  const drawn = await page.evaluate(
    ([text, width, height]) => {
      const canvas = new OffscreenCanvas(Number(width), Number(height));
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.font = `${Math.round(Number(width) / 24)}px sans-serif`;
      context.fillStyle = '#fff';
      context.fillText(String(text), 8, Number(height) / 14);
      const { data: pixels } = context.getImageData(0, 0, Number(width), Number(height));
      return Array.from({ length: pixels.length / 4 }, (_, at) => ((pixels[at * 4 + 3] ?? 0) > 100 ? 1 : 0));
    },
    [words, columns, rows],
  );
  const file = Buffer.from(slice);
  for (const [at, isDrawn] of drawn.entries()) if (isDrawn) file.writeUInt16LE(2000, start + at * 2);
  return file;
}

test('a study is dropped as an archive, decided about by a person, and read in the preview', async ({
  page,
}) => {
  test.setTimeout(400_000);
  await signedIn(page, demoEmail('staff'));
  await page.goto('/studio');
  await page.getByRole('link', { name: 'New book' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: `Media ${Date.now()}.pdf`,
    mimeType: 'application/pdf',
    buffer: readFileSync(join(BOOK, 'book.pdf')),
  });
  await page.getByRole('button', { name: 'Take all' }).click(SLOW);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('link', { name: 'Open the desk' }).click();
  await expect(page.getByRole('navigation', { name: 'Pages' }).locator('img').first()).toBeVisible(SLOW);

  const slices = readdirSync(SERIES)
    .slice(0, 9)
    .map((name) => named(readFileSync(join(SERIES, name))));
  slices[4] = await withLetters(page, slices[4] as Buffer, 'DOE JANE 1961');
  const archive = zipOf({
    'README.TXT': Buffer.from('How to install the viewer'),
    ...Object.fromEntries(slices.map((slice, index) => [`DICOM/ST0/IM${index}`, slice])),
  });

  await page.getByRole('button', { name: 'Page 6', exact: true }).click();
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add to this page' }).click();
  await page.getByRole('menuitem', { name: 'Video, pictures or DICOM' }).click();
  await (await picker).setFiles({ name: 'head-ct.zip', mimeType: 'application/zip', buffer: archive });
  await expect(page.getByText('1 file was left out')).toBeVisible(SLOW);
  await page.getByRole('button', { name: 'Open the study' }).click(SLOW);
  await page.getByRole('button', { name: /^Dismiss/ }).click();
  const study = page.getByRole('region', { name: 'What identifies the patient' });
  await expect(study.getByText('PatientName')).toBeVisible(SLOW);
  await expect(study.getByText(/Found:/)).toContainText(/JANE|DOE|1961/);
  expect((await axeOn(page).analyze()).violations.map(({ id }) => id)).toEqual([]);

  await study.getByRole('combobox', { name: 'StudyDescription: remove or keep' }).selectOption('Keep');
  await study.getByRole('textbox', { name: 'Reason to keep StudyDescription' }).fill('It says what is seen.');
  await study.getByRole('checkbox', { name: 'Leave out IM4' }).check();
  await study.getByRole('button', { name: 'Leave out 1 image' }).click();
  // What is left is looked at again, and the reason is still there.
  await expect(study.getByText(/No letters were found/)).toBeVisible(SLOW);
  await expect(study.getByRole('textbox', { name: 'Reason to keep StudyDescription' })).toHaveValue(
    'It says what is seen.',
  );
  await study.getByRole('checkbox', { name: /^I have looked/ }).check();
  await study.getByRole('button', { name: 'Record the decision' }).click();
  await expect(study.getByText(/^Decided by /)).toBeVisible();

  // What the preview needs beside.
  await page.getByRole('button', { name: 'Back to the book' }).click();
  await page.getByLabel('Category').fill('Neuroradiology');
  await page.getByLabel('Category').blur();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('link', { name: 'Preview' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('[data-page="6"] canvas[data-loaded]').first()).toBeVisible(SLOW);
  await page.getByRole('radio', { name: 'Lectures' }).press('Space');
  await frame
    .getByRole('link', { name: /DICOM study/ })
    .first()
    .click(SLOW);
  await expect(
    frame
      .getByRole('application', { name: /Slice \d of 8$/ })
      .or(frame.getByLabel(/Slice \d of 8$/))
      .first(),
  ).toBeVisible(SLOW);
});
