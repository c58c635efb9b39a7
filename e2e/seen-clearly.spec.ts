import { expect, type Locator, type Page, test } from '@playwright/test';
import { bookIdOf, subscribeForFree } from './support/main-job.ts';
import { newPerson, register } from './support/people.ts';
import { readable } from './support/reading.ts';
import { signedIn } from './support/session.ts';

/** A book with tests, lectures, images and a study. */
async function subscriber(page: Page): Promise<string> {
  await register(page, newPerson('Louise', 'Braille'));
  const bookId = await bookIdOf(page, 'Chest Radiography: A Systematic Approach');
  await subscribeForFree(page, bookId);
  return bookId;
}

/** The contrast of a field's placeholder with its background, and of its border with the page. */
const contrastsOf = (field: Locator) =>
  field.evaluate((input) => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const luminance = (color: string) => {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: string, other: string) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const { backgroundColor, borderTopColor } = getComputedStyle(input);
    return {
      hint: contrast(getComputedStyle(input, '::placeholder').color, backgroundColor),
      edge: contrast(borderTopColor, getComputedStyle(document.body).backgroundColor),
    };
  });

test('placeholders and borders of fields have enough contrast in light and dark', async ({ page }) => {
  for (const theme of ['light', 'dark']) {
    await page.goto('/');
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.goto('/registration');
    const remember = page.getByRole('checkbox', { name: 'Remember me' });
    await remember.uncheck();
    expect((await contrastsOf(remember)).edge, `edge of a box, ${theme}`).toBeGreaterThanOrEqual(3);
  }
  await signedIn(page, 'reader@vesalius.example');
  const book = await bookIdOf(page, 'The ECG in Practice');
  for (const theme of ['light', 'dark']) {
    await page.goto('/');
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    // The reader has the book, and would be shown that first.
    await page.goto(`/promocode/${book}?buy=anyway`);
    const field = page.getByLabel('Promo code');
    await expect(field).toBeVisible();
    const contrasts = await contrastsOf(field);
    expect(contrasts.hint, `hint, ${theme}`).toBeGreaterThanOrEqual(4.5);
    expect(contrasts.edge, `edge, ${theme}`).toBeGreaterThanOrEqual(3);
  }
});

test('the bars of the sales report have tracks of equal width, and the buttons align with the fields', async ({
  page,
}) => {
  await signedIn(page, 'staff@vesalius.example');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/admin/sales?by=item');
    const tracks = page.locator('span:has(> [data-fill])');
    await expect(tracks.nth(1)).toBeVisible();
    const widths = await tracks.evaluateAll((all) => all.map((track) => track.getBoundingClientRect().width));
    expect(Math.max(...widths) - Math.min(...widths), `tracks at ${width}`).toBeLessThan(1);
  }
  for (const name of ['sales', 'payments', 'promo-codes']) {
    await page.goto(`/admin/${name}`);
    const button = page
      .getByRole('main')
      .getByRole('button', { name: /CSV|promo code/ })
      .first();
    const field = page.getByRole('main').locator('select').first();
    await expect(field).toBeVisible();
    const [one, other] = [await button.boundingBox(), await field.boundingBox()];
    const footOf = (box: typeof one) => (box?.y ?? 0) + (box?.height ?? 0);
    expect(Math.abs(footOf(one) - footOf(other)), name).toBeLessThan(2);
  }
});

test('contrast themes show selections, search hits, and every control', async ({ page }) => {
  const book = await subscriber(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/book-viewer/${book}?page=12`);
  await readable(page, '12');
  const more = page.getByRole('button', { name: 'More', exact: true });
  expect(await more.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search in the book' }).fill('the');
  const mark = page.locator('[data-hits] mark').first();
  await expect(mark).toBeVisible();
  const colors = await mark.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor];
  });
  expect(colors[0]).not.toBe(colors[1]);
  expect(await mark.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(
    await page.locator('body').evaluate((element) => getComputedStyle(element).backgroundColor),
  );
  // A hit in the list leads to its passage, which gets the focus.
  const inPageOrder = page.getByRole('checkbox', { name: 'In page order' });
  await inPageOrder.check();
  await expect(inPageOrder).toBeChecked();
  await expect(page.locator('[data-hits] button').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.locator('[data-hits] button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-passage]')).toBeFocused();
  // Pages keep their colors, so that hits stay marked.
  await expect(page.locator('[data-page]').first()).toHaveCSS('forced-color-adjust', 'none');
});

test('contrast themes tell a highlight from a selection and from a hit, in both views', async ({ page }) => {
  const book = await subscriber(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/book-viewer/${book}?page=12`);
  await readable(page, '12');
  await page.keyboard.press('F2');
  await expect(page.locator('[data-caret]')).toBeVisible();
  for (let word = 0; word < 3; word += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Highlight in green' }).click();
  const lineOf = (mark: Locator) =>
    mark.evaluate((element) => {
      const { borderBottomStyle, textDecorationStyle, textDecorationLine, backgroundColor, color } =
        getComputedStyle(element);
      const system = document.createElement('p');
      system.style.cssText = 'forced-color-adjust: none; background: Highlight; color: CanvasText';
      document.body.append(system);
      const selected = getComputedStyle(system);
      const isAsSelected = backgroundColor === selected.backgroundColor;
      const isInk = color === selected.color;
      system.remove();
      const line = textDecorationLine === 'underline' ? textDecorationStyle : borderBottomStyle;
      return { line, isAsSelected, isInk };
    });
  const onPage = page.locator('[data-page="12"] [data-highlight]').first();
  await expect(onPage).toBeAttached();
  expect(await lineOf(onPage)).toMatchObject({ line: 'double', isAsSelected: false });
  // The frame of buttons would make it a hit.
  const button = page
    .locator('[data-page="12"]')
    .getByRole('button', { name: /^Highlight:/ })
    .first();
  await expect(button).toHaveCSS('border-top-width', '0px');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Text view' }).click();
  const inText = page.locator('[data-page="12"] mark[data-highlight]').first();
  await expect(inText).toBeVisible();
  expect(await lineOf(inText)).toEqual({ line: 'double', isAsSelected: false, isInk: true });
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search in the book' }).fill('the');
  const hit = page.locator('[data-page="12"] mark[data-hit]:not([data-highlight])').first();
  await expect(hit).toHaveCSS('outline-style', 'dashed');
  expect(await lineOf(hit)).toMatchObject({ line: 'none', isAsSelected: false });
});

test('contrast themes show whether "Remember me" is checked', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await page.goto('/SignIn');
    const box = page.getByRole('checkbox', { name: /Remember me/ });
    await expect(box).toBeChecked();
    const [sign, ground] = await box.evaluate((input) => {
      const icon = input.parentElement?.querySelector('svg');
      return [icon && getComputedStyle(icon).color, getComputedStyle(input).backgroundColor];
    });
    expect(sign, colorScheme).toBeTruthy();
    expect(sign, colorScheme).not.toBe(ground);
  }
});

test('contrast themes show the selected answer, and the controls of a lecture', async ({ page }) => {
  const book = await subscriber(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await openFirstPaper(page, book);
  const choices = page.getByRole('group').first().locator('label');
  await choices.nth(1).click();
  const framesOf = () =>
    choices.evaluateAll((all) =>
      all.map((choice) => {
        const { borderTopColor, borderTopWidth } = getComputedStyle(choice);
        return `${borderTopWidth} ${borderTopColor}`;
      }),
    );
  await expect.poll(async () => (await framesOf())[1]).not.toBe((await framesOf())[0]);

  await page.goto(`/book-all-videos/${book}`);
  await page.getByRole('link', { name: 'A to F: One Route for Every Film', exact: true }).click();
  const mute = page.getByRole('button', { name: /^Mute/ });
  await expect(mute).toBeVisible();
  const seen = await mute.evaluate((control) => {
    const { color, backgroundColor, borderTopColor } = getComputedStyle(control);
    const behind = getComputedStyle(control.parentElement?.parentElement as Element).backgroundColor;
    return { icon: color !== backgroundColor, frame: borderTopColor !== behind };
  });
  expect(seen).toEqual({ icon: true, frame: true });
});

test('the skip link leads past the toolbar to the pages of a book', async ({ page }) => {
  const book = await bookIdOf(page, 'Chest Radiography: A Systematic Approach');
  await page.goto(`/book-viewer/${book}?page=2`);
  await readable(page, 'ii');
  await expect(page).toHaveTitle(/^Page ii · Chest Radiography/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^Pages of / })).toBeFocused();
});

test('in a low window the bars of a test leave space for the question', async ({ page }) => {
  const book = await subscriber(page);
  // 400 percent of 1280 x 1024.
  await page.setViewportSize({ width: 320, height: 256 });
  await openFirstPaper(page, book);
  const choice = page.getByRole('group').first().locator('label').first();
  await choice.scrollIntoViewIfNeeded();
  await expect(choice).toBeInViewport();
  const stuck = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((part) => /sticky|fixed/.test(getComputedStyle(part).position))
        .map((part) => part.getBoundingClientRect())
        .filter(({ top, bottom, height }) => height > 1 && bottom > 0 && top < innerHeight)
        .reduce((sum, { height }) => sum + height, 0),
    );
  await expect.poll(stuck).toBe(0);
});

async function openFirstPaper(page: Page, book: string): Promise<void> {
  await page.goto(`/book-all-tests/${book}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(Pre-test|Quiz) Start:/ })
    .first()
    .click();
}
