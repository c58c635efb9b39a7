import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectedShade, type SliceValues } from './dicom-values.ts';
import { bookIdOf, subscribeForFree } from './main-job.ts';
import { newPerson, register } from './people.ts';

export const TITLE = 'Applied Neuroanatomy for the Ward';
export const STUDY = 'CT of the head and a normal MR for comparison';
export const LECTURE = 'One Field Defect, One Place';
export const CT = join(import.meta.dirname, '../../demo/applied-neuroanatomy/dicom/ct-head-haemorrhage');

/** Creates a reader with a subscription; returns the book's id. */
export async function readerOf(page: Page): Promise<string> {
  await register(page, newPerson('Ada', 'Lovelace'));
  const bookId = await bookIdOf(page, TITLE);
  await subscribeForFree(page, bookId);
  return bookId;
}

export async function openFromList(page: Page, bookId: string, title: string): Promise<void> {
  await page.goto(`/book-all-videos/${bookId}`);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

export const pane = (page: Page, name: RegExp | string = /Slice \d+ of/) => page.getByRole('group', { name });

export async function shownSlice(of: Locator): Promise<void> {
  await expect(of).toHaveAttribute('data-slice', /\d+/);
}

/** The gray values in the middle of those pixels of the slice that are well inside the pane. */
export async function sampleCanvas(view: Locator, slice: { columns: number; rows: number }, zoom: number) {
  return view.locator('canvas').evaluate(
    (element, { columns, rows, zoom: enlarged }) => {
      const canvas = element as HTMLCanvasElement;
      const context = canvas.getContext('2d')!;
      const ratio = canvas.width / canvas.clientWidth;
      const { clientWidth: width, clientHeight: height } = canvas;
      const scale = Math.min(width / columns, height / rows) * enlarged;
      const samples: { column: number; row: number; shade: number }[] = [];
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1) {
          const x = width / 2 + (column + 0.5 - columns / 2) * scale;
          const y = height / 2 + (row + 0.5 - rows / 2) * scale;
          if (x < 8 || y < 8 || x > width - 8 || y > height - 8) continue;
          const [shade] = context.getImageData(Math.floor(x * ratio), Math.floor(y * ratio), 1, 1).data;
          samples.push({ column, row, shade: shade ?? -1 });
        }
      return { zoom: enlarged, width, height, samples };
    },
    { columns: slice.columns, rows: slice.rows, zoom },
  );
}

/** The samples that differ from the file's values in this window. */
export function wrongShades(
  samples: readonly { column: number; row: number; shade: number }[],
  slice: SliceValues,
  center: number,
  width: number,
) {
  const shadeOf = (column: number, row: number) => expectedShade(slice.at(column, row), center, width);
  return samples.filter(({ column, row, shade }) => {
    // The nearest screen pixel is slightly off the center of the slice's pixel: a small influence of its neighbors is
    // allowed.
    const own = shadeOf(column, row);
    const steps = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].map(([x = 0, y = 0]) => Math.abs(shadeOf(column + x, row + y) - own));
    return Math.abs(shade - own) > 2 + Math.max(...steps) / 10;
  });
}

/** Opens the study of the demo book with the test's files in place of its own. */
export async function openStudyOf(page: Page, bookId: string, files: Record<string, Buffer>): Promise<void> {
  await page.route('**/book_supplementary_materials/*', async (route) => {
    const answer = await route.fetch();
    const material = (await answer.json()) as object;
    const url = Object.keys(files).map((name) => `/files/of-the-test/${name}?grant=none`);
    const series = [{ key: 'test', title: 'Test', modality: 'CT', url }];
    await route.fulfill({ response: answer, json: { ...material, series } });
  });
  await page.route('**/files/of-the-test/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    return route.fulfill({ contentType: 'application/dicom', body: files[name] ?? Buffer.alloc(0) });
  });
  await openFromList(page, bookId, STUDY);
}
