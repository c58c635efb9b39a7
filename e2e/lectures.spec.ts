import { expect, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { readSeries } from './support/dicom-values.ts';
import {
  CT,
  LECTURE,
  openFromList,
  pane,
  readerOf,
  STUDY,
  sampleCanvas,
  shownSlice,
  TITLE,
  wrongShades,
} from './support/lectures.ts';
import { bookIdOf } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';

async function expectNoAxeFindings(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
}

test('the screen shows the values of the file', async ({ page }) => {
  test.setTimeout(240_000);
  const bookId = await readerOf(page);
  await openFromList(page, bookId, STUDY);
  const view = pane(page);
  await shownSlice(view);

  const slices = readSeries(CT);
  const index = 13;
  await view.focus();
  for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown');
  await expect(view).toHaveAccessibleName(new RegExp(`Slice ${index + 1} of ${slices.length}$`));
  await page.keyboard.press('1');
  await expect(view.getByText('C 40 W 80')).toBeVisible();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('+');
  await shownSlice(view);

  const slice = slices[index]!;
  const { zoom, width, height, samples } = await sampleCanvas(view, slice, 1.25 ** 10);
  expect(samples.length).toBeGreaterThan(100);
  const wrong = wrongShades(samples, slice, 40, 80);
  expect(wrong.slice(0, 5)).toEqual([]);

  // The value under the pointer equals the file's.
  const { column, row } = samples[Math.floor(samples.length / 2)]!;
  const scale = Math.min(width / slice.columns, height / slice.rows) * zoom;
  await view.hover({
    position: {
      x: width / 2 + (column + 0.5 - slice.columns / 2) * scale,
      y: height / 2 + (row + 0.5 - slice.rows / 2) * scale,
    },
  });
  await expect(view.getByTestId('value-under-pointer')).toHaveText(`${slice.at(column, row)} HU`);

  // The length of a hundred columns follows from the file's spacing: 0.8 mm each.
  await page.keyboard.press('0');
  await page.keyboard.press('l');
  const box = (await view.boundingBox())!;
  const whole = Math.min(box.width / slice.columns, box.height / slice.rows);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x - 50 * whole, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x, middle.y, { steps: 4 });
  await page.mouse.move(middle.x + 50 * whole, middle.y, { steps: 4 });
  await page.mouse.up();
  await expect(view.getByRole('list', { name: 'Measurements on this slice' })).toHaveText(
    /Length.*: \d+(\.\d)? mm/,
  );
});

test('two series scroll together; on a phone one finger scrolls and two change the window', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const bookId = await readerOf(page);
  await openFromList(page, bookId, STUDY);
  await shownSlice(pane(page));
  await page.getByRole('button', { name: 'Two series side by side' }).click();
  const [ct, mr] = [pane(page, /^Axial CT/), pane(page, /^Axial T1/)];
  await shownSlice(mr);
  await ct.focus();
  await page.keyboard.press('PageDown');
  await expect(ct).toHaveAccessibleName(/Slice 11 of 26$/);
  await expect(mr).toHaveAccessibleName(/Slice 11 of 26$/);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Two series side by side' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  const box = (await ct.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })),
    });
  await touch('touchStart', [100, 60]);
  for (let y = 60; y <= 160; y += 10) await touch('touchMove', [100, y]);
  await touch('touchEnd');
  await expect(ct).not.toHaveAccessibleName(/Slice 11 of 26$/);
  await expect(ct.getByText('C 40 W 80')).toBeVisible();

  await touch('touchStart', [100, 100], [200, 100]);
  for (let step = 1; step <= 8; step += 1)
    await touch('touchMove', [100 + 5 * step, 100 + 5 * step], [200 + 5 * step, 100 + 5 * step]);
  await touch('touchEnd');
  await expect(ct.getByText('C 40 W 80')).toBeHidden();
  await expect(ct.getByText('Zoom 100%')).toBeVisible();
});

test('on a phone in landscape a study has the height of the screen, with its tools beside it', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const bookId = await readerOf(page);
  await openFromList(page, bookId, STUDY);
  await shownSlice(pane(page));
  await page.setViewportSize({ width: 844, height: 390 });
  const tools = page.getByRole('toolbar', { name: 'Tools of the viewer' });
  await tools.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(tools).toBeInViewport({ ratio: 1 });
  for (const tool of await tools.getByRole('button').all()) await expect(tool).toBeInViewport({ ratio: 1 });
  expect((await pane(page).boundingBox())!.height).toBeGreaterThan(390 * 0.8);
  await tools.getByRole('button', { name: 'Window' }).click();
  await expect(page.getByRole('menuitem', { name: /brighter/i })).toBeInViewport({ ratio: 1 });
});

test('a lecture plays; jumping to its end does not count as watching; every tab is updated', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const bookId = await readerOf(page);
  const other = await page.context().newPage();
  const session = await page.evaluate(() => sessionStorage.getItem('user'));
  await other.addInitScript((user) => user && sessionStorage.setItem('user', user), session);
  await other.goto(`/book-all-videos/${bookId}`);

  await openFromList(page, bookId, LECTURE);
  const video = page.locator('video');
  await page.getByRole('button', { name: 'Play' }).first().click();
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(2);
  await video.evaluate((one: HTMLVideoElement) => {
    one.currentTime = one.duration - 2;
  });
  const told = page.waitForResponse((answer) => answer.url().includes('update_supplementary_progress'));
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.ended), { timeout: 30_000 })
    .toBe(true);
  const answer = (await (await told).json()) as { watched: boolean };
  expect(answer.watched).toBe(false);
  await expect(page.getByRole('img', { name: 'Watched', exact: true })).toBeHidden();

  // Really played at double speed, from the start.
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('2');
  await page.getByRole('button', { name: /Introduction/ }).click();
  await expect(page.getByRole('article').getByRole('img', { name: 'Watched', exact: true })).toBeVisible({
    timeout: 120_000,
  });
  const line = other.getByRole('listitem').filter({ hasText: LECTURE });
  await expect(line.getByRole('img', { name: 'Watched', exact: true })).toBeVisible();

  // Captions exist and are shown.
  await page.getByRole('combobox', { name: 'Captions' }).selectOption('en');
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.textTracks[0]?.cues?.length ?? 0))
    .toBeGreaterThan(3);
});

test('the list and a lecture are accessible in both languages, both themes and both widths', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const bookId = await readerOf(page);
  for (const [language, theme, width] of [
    ['en', 'light', 1440],
    ['ar', 'dark', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      ([lang, scheme]) => {
        localStorage.setItem('lang', lang);
        localStorage.setItem('theme', scheme);
      },
      [language, theme] as const,
    );
    await page.goto(`/book-all-videos/${bookId}`);
    const lecture = page.getByRole('link', { name: LECTURE, exact: true });
    await expect(lecture).toBeVisible();
    await expectNoAxeFindings(page);
    await lecture.click();
    await expect(page.locator('video')).toBeVisible();
    await expectNoAxeFindings(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

test('without a subscription the list shows all materials, and a lecture redirects home', async ({
  page,
}) => {
  await register(page, newPerson());
  const bookId = await bookIdOf(page, TITLE);
  const list = page.waitForResponse((answer) => answer.url().includes('/book_supplementary_materials'));
  await page.goto(`/book-all-videos/${bookId}`);
  const { data } = (await (await list).json()) as { data: { supplementary_materials: { id: string }[] }[] };
  await expect(page.getByText(LECTURE)).toBeVisible();
  await expect(page.getByRole('link', { name: LECTURE })).toHaveCount(0);
  const id = data[0]?.supplementary_materials[0]?.id;
  await page.goto(`/supplementary/${id}/${bookId}/${id}`);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('You need to subscribe to access this page.')).toBeVisible();
});
