import type { ReadingSpot } from '../layout/reading-spot.ts';
import { layerTexts } from '../text/layer-texts.ts';

/** What stays in its position in the window while pages above it load or the type changes. */
export interface Held {
  readonly page: number;
  readonly word: number | null;
  /** Pixels below the window's top. */
  readonly offset: number;
  /** It was jumped to: turned pages show it on a screen of its page, and do not begin with it. */
  readonly isPassage: boolean;
}

const sectionsOf = (area: Element): readonly HTMLElement[] =>
  Array.from(area.firstElementChild?.children ?? []) as HTMLElement[];
export const topIn = (area: Element, element: Element): number =>
  element.getBoundingClientRect().top - area.getBoundingClientRect().top;

export const sectionOf = (area: Element, page: number): HTMLElement | null =>
  area.querySelector(`[data-flow-page="${page}"]`);

/** The page in which the focus is. */
export function focusedPage(area: Element): number | null {
  const focused = area.contains(document.activeElement) ? document.activeElement : null;
  const page = focused?.closest<HTMLElement>('[data-flow-page]')?.dataset.flowPage;
  return page === undefined ? null : Number(page);
}

export function heldElement(area: Element, { page, word }: Held): Element | null {
  const section = sectionOf(area, page);
  return (word !== null && section?.querySelector(`[data-flow-text] [data-word="${word}"]`)) || section;
}

function sectionAt(area: HTMLElement, top: number): HTMLElement | undefined {
  // Nothing is laid out.
  if (area.scrollHeight === 0) return undefined;
  const sections = sectionsOf(area);
  return sections[
    Math.max(
      0,
      lastIndex(sections, (section) => section.offsetTop <= top),
    )
  ];
}
export const pageAt = (area: HTMLElement, top: number): number | null => {
  const section = sectionAt(area, top);
  return section ? Number(section.dataset.flowPage) : null;
};

/** The first word below a line of the window (pixels from its top), or else how far its page has passed. */
export function readingPlace(area: HTMLElement, below: number): { held: Held; spot: ReadingSpot } | null {
  const section = sectionAt(area, area.scrollTop + below);
  if (!section) return null;
  const page = Number(section.dataset.flowPage);
  const words = [...section.querySelectorAll<HTMLElement>('[data-flow-text] [data-word]')];
  const line = area.getBoundingClientRect().top + below;
  const element = words[lastIndex(words, (each) => each.getBoundingClientRect().bottom <= line) + 1];
  const word = element ? Number(element.dataset.word) : null;
  const layer = section.querySelector('[data-flow-text]');
  const y = (word !== null && layer && layerTexts.get(layer)?.words[word]?.[1]) || 0;
  const held = { page, word, isPassage: false };
  if (element) return { held: { ...held, offset: topIn(area, element) }, spot: { page, y, word } };
  const top = topIn(area, section);
  const passed = section.offsetHeight > 0 ? Math.min(1, Math.max(0, -top / section.offsetHeight)) : 0;
  return { held: { ...held, offset: top }, spot: { page, y: passed, word: null } };
}

/** The last of the items, in whose order the condition first holds and then fails; -1 if it never holds. */
function lastIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
