import { type Band, joinBands } from './screens.ts';

const LINES = 'p, li, h2, h3, h4, h5, h6, figcaption';
const WHOLE = '[data-whole]';

/** What screens show whole between two heights of the text. */
export function bandsOf(area: HTMLElement, from: number, to: number, height: number): Band[] {
  const origin = area.getBoundingClientRect().top - area.scrollTop;
  const bands: Band[] = [];
  const add = (top: number, bottom: number, keepsNext = false) => {
    if (bottom - top >= 1) bands.push({ top: top - origin, bottom: bottom - origin, keepsNext });
  };
  const addWhole = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    add(top, bottom, element.getAttribute('data-whole') === 'with next');
  };
  for (const part of partsBetween(area, from, to)) {
    // A page whose text is not there yet takes the space that it had.
    const isLoaded = part.querySelector('[data-flow-text], [data-page]') !== null;
    if (part.matches(WHOLE) || !isLoaded) {
      addWhole(part);
      continue;
    }
    for (const element of part.querySelectorAll(`${WHOLE}, ${LINES}`)) {
      if (element.matches(WHOLE)) addWhole(element);
      else if (!element.closest(WHOLE) && !element.querySelector('p')) addLines(element, add);
    }
  }
  return joinBands(bands, height);
}

/** The pages, and what follows the last one. */
const partsBetween = (area: HTMLElement, from: number, to: number): HTMLElement[] =>
  ([...(area.firstElementChild?.children ?? []), ...[...area.children].slice(1)] as HTMLElement[]).filter(
    (part) => part.offsetTop < to && part.offsetTop + part.offsetHeight > from,
  );

function addLines(block: Element, add: (top: number, bottom: number, keepsNext?: boolean) => void): void {
  const range = document.createRange();
  range.selectNodeContents(block);
  const half = Number.parseFloat(getComputedStyle(block).lineHeight) / 2;
  const isHeading = /^H\d$/.test(block.tagName);
  let known = Number.NaN;
  for (const { top, bottom, height } of range.getClientRects()) {
    // A font's own box may be higher than its line.
    const middle = (top + bottom) / 2;
    if (height <= 1 || Math.abs(middle - known) < 1) continue;
    known = middle;
    add(middle - half, middle + half, isHeading);
  }
}
