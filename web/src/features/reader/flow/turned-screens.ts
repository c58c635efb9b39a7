import {
  type Band,
  type Screen,
  screenAfterScroll,
  screenBefore,
  screenFrom,
  screenWith,
} from './screens.ts';
import { bandsOf } from './text-bands.ts';
import { type Held, heldElement, sectionOf, topIn } from './text-places.ts';

/*
 * Turned pages: the scroll container is as high as the whole lines that fit, and is scrolled by script. Text that loads
 * above or below therefore never moves the words on the screen.
 */

/** How far around a screen lines are measured, in screens: for the next one and the previous one. */
const AROUND = 2.2;

const screenHeight = (area: HTMLElement): number => area.parentElement?.clientHeight ?? area.clientHeight;

const bandsAround = (area: HTMLElement, height: number, from: number, to = from) =>
  bandsOf(area, from - AROUND * height, to + AROUND * height, height);

/** The screen of what is held; null while nothing is laid out. */
export function screenOf(area: HTMLElement, held: Held): Screen | null {
  const element = heldElement(area, held);
  const section = sectionOf(area, held.page);
  if (!element || !section) return null;
  const height = screenHeight(area);
  const start = area.scrollTop + topIn(area, section);
  if (element === section) {
    const at = start - Math.min(0, held.offset);
    return screenFrom(bandsAround(area, height, at), at, height);
  }
  if (held.isPassage) revealWithin(element);
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const middle = area.scrollTop + (box.top + box.bottom) / 2 - area.getBoundingClientRect().top;
  const bands = bandsAround(area, height, Math.min(start, middle), middle);
  if (!held.isPassage) return screenFrom(bands, middle, height);
  return nearScreen(area, bands, middle, height) ?? screenWith(bands, start, middle, height);
}

/** The shown screen, the next or the previous one, if this height of the text is on it. */
function nearScreen(area: HTMLElement, bands: readonly Band[], at: number, height: number): Screen | null {
  const shown = { top: area.scrollTop, bottom: area.scrollTop + area.clientHeight };
  const near = [shown, screenFrom(bands, shown.bottom, height), screenBefore(bands, shown.top, height)];
  return near.find((screen) => screen && at > screen.top && at < screen.bottom) ?? null;
}

/** Scrolls a table that is larger than a screen to a word of it. */
function revealWithin(element: Element): void {
  const whole = element.closest('[data-whole]');
  if (!whole) return;
  const [box, frame] = [element.getBoundingClientRect(), whole.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom)
    whole.scrollTop += box.top - frame.top - frame.height / 3;
  if (box.left < frame.left || box.right > frame.right)
    whole.scrollLeft += box.left - frame.left - frame.width / 3;
}

/** The screen of a turn; null at the ends of the text. */
export function screenOfTurn(area: HTMLElement, direction: 1 | -1): Screen | null {
  const { scrollTop, clientHeight } = area;
  const height = screenHeight(area);
  const bands = bandsAround(area, height, scrollTop);
  return direction === 1
    ? screenFrom(bands, scrollTop + clientHeight, height)
    : screenBefore(bands, scrollTop, height);
}

/** The screen from which the shown one was turned to, if nothing has changed since; else the one that ends above it. */
export function screenBack(area: HTMLElement, from: Held | undefined): Screen | null {
  const height = screenHeight(area);
  const screen = from ? screenOf(area, from) : null;
  const next = screen && screenFrom(bandsAround(area, height, screen.bottom), screen.bottom, height);
  return next && Math.abs(next.top - area.scrollTop) <= 1 ? screen : screenOfTurn(area, -1);
}

/** The screen after something else has scrolled. */
export function screenOfScroll(area: HTMLElement, before: number): Screen | null {
  const { scrollTop } = area;
  const height = screenHeight(area);
  const bands = bandsAround(area, height, Math.min(before, scrollTop), Math.max(before, scrollTop));
  return screenAfterScroll(bands, before, scrollTop, height);
}

export function showScreen(area: HTMLElement, { top, bottom }: Screen): void {
  area.style.height = `${bottom - top}px`;
  area.scrollTop = top;
}

/** Whether there is a screen before and after the shown one. */
export const turnsFrom = (area: HTMLElement): Turns => ({
  back: screenOfTurn(area, -1) !== null,
  on: screenOfTurn(area, 1) !== null,
});
export interface Turns {
  readonly back: boolean;
  readonly on: boolean;
}
