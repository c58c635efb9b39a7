import { type RefObject, useEffect } from 'react';
import type { PlayerState } from './player.ts';
import type { SpokenWord } from './spoken-page.ts';

const SPOKEN = 'data-spoken';

/** The elements of a word: one in the text view, one over the image of the page. */
const elementsOfWord = (area: Element, { page, word }: SpokenWord): HTMLElement[] => [
  ...area.querySelectorAll<HTMLElement>(
    `[data-page="${page}"] :is([data-flow-text], [data-text-layer]) [data-word="${word}"]`,
  ),
];

/**
 * Marks the sentence and the word that are spoken, in both views. Attributes of the elements, because rendering a page
 * again for every word would delay the voice's next one.
 */
export function useSpokenMarks(area: RefObject<HTMLElement | null>, state: PlayerState | null): void {
  const sentence = state?.sentence ?? null;
  const word = state?.word ?? null;
  useEffect(() => {
    const element = area.current;
    if (!element || !sentence) return;
    const mark = () => {
      for (const each of sentence.words)
        for (const shown of elementsOfWord(element, each)) {
          const value = each.word === word?.word && each.page === word.page ? 'word' : 'sentence';
          if (shown.getAttribute(SPOKEN) !== value) shown.setAttribute(SPOKEN, value);
        }
    };
    mark();
    // Pages are rendered again while one scrolls, and when the view changes.
    const observer = new MutationObserver(mark);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      for (const shown of element.querySelectorAll(`[${SPOKEN}]`)) shown.removeAttribute(SPOKEN);
    };
  }, [area, sentence, word]);
}

/** Whether the first words of what is spoken are in the window. */
export function isInView(area: HTMLElement, words: readonly SpokenWord[]): boolean {
  const [first] = words;
  const shown = first && elementsOfWord(area, first)[0];
  if (!shown) return false;
  const box = shown.getBoundingClientRect();
  const frame = area.getBoundingClientRect();
  return box.top >= frame.top && box.bottom <= frame.bottom;
}
