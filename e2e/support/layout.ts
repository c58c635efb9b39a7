import { expect, type Page } from '@playwright/test';

/** WCAG 1.4.10: nothing is wider than the window, which would need scrolling in two directions. */
export async function expectReflow(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const beyond = await page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    if (document.documentElement.scrollWidth > clientWidth + 1)
      return [
        `the document is ${document.documentElement.scrollWidth} px wide`,
        ...[...document.querySelectorAll('body *')]
          .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
          .map(
            ({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent?.slice(0, 40)}`,
          ),
      ];
    const scrolls = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      return overflowX === 'auto' || overflowX === 'scroll';
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll(
      'main :is(h1, h2, h3, p, a, button, input, select, label)',
    )) {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || (left >= -1 && right <= clientWidth + 1)) continue;
      let at: Element | null = element;
      while (at && !scrolls(at)) at = at.parentElement;
      // Tables, and what the reader chose to enlarge, may scroll on their own.
      if (!at || at === document.documentElement || at === document.body)
        found.push(
          `${element.tagName} "${element.textContent?.trim().slice(0, 40)}" ${Math.round(left)}-${Math.round(right)}`,
        );
    }
    return found;
  });
  expect(beyond, address).toEqual([]);
}

/** The text spacing of WCAG 1.4.12. */
export async function spaceText(page: Page): Promise<void> {
  await page.addStyleTag({
    content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-block-end: 2em !important; }`,
  });
  await page.evaluate(() => document.fonts.ready);
}

/** WCAG 1.4.12: nothing is cut off with the reader's own text spacing. Excerpts can be read behind their links. */
export async function expectSpaced(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await spaceText(page);
  const cut = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth + 1 ? [`the document is ${scrollWidth} px wide`] : [];
    for (const element of document.querySelectorAll('body :not(.visually-hidden, [data-excerpt], title)')) {
      const { overflowX, overflowY } = getComputedStyle(element);
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!hasText || element.clientHeight <= 1 || !element.checkVisibility()) continue;
      if (
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 2) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 4)
      )
        found.push(`${element.tagName} "${element.textContent?.trim().slice(0, 40)}"`);
    }
    return found;
  });
  expect(cut, address).toEqual([]);
}
