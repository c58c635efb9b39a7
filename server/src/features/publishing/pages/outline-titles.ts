import { fromTheRight } from './bracket-order.ts';
import type { OutlineEntry } from './document-facts.ts';

const plain = (word: string) => word.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/**
 * The titles of an outline in the order in which they are read. Browsers write that of an Arabic heading as its words were
 * painted, from the left; the page to which it leads has the same words in their order.
 */
export const readTitles = (
  outline: readonly OutlineEntry[],
  textOf: (page: number) => string,
): OutlineEntry[] =>
  outline.map((entry) =>
    [...entry.title].some((character) => fromTheRight(character.codePointAt(0) ?? 0))
      ? { ...entry, title: asOnPage(entry.title, textOf(entry.page)) }
      : entry,
  );

/** The words of the title as the page has them one after the other, in whichever order, at best on one line. */
function asOnPage(title: string, text: string): string {
  const words = title.split(/\s+/);
  const wanted = words.map(plain);
  for (const piece of [...text.split('\n'), text]) {
    const found = inOrder(wanted, piece.split(/\s+/));
    if (found) return found === 'same' ? title : found.join(' ');
  }
  return title;
}

/** Those words of the text; 'same' if they are in the wanted order somewhere. */
function inOrder(wanted: readonly string[], text: readonly string[]): readonly string[] | 'same' | null {
  const words = text.map(plain);
  const sorted = wanted.toSorted().join(' ');
  let found: readonly string[] | null = null;
  for (let first = 0; first + wanted.length <= words.length; first += 1) {
    if (!wanted.includes(words[first] ?? '')) continue;
    const here = words.slice(first, first + wanted.length);
    if (here.join(' ') === wanted.join(' ')) return 'same';
    if (here.toSorted().join(' ') === sorted) found ??= text.slice(first, first + wanted.length);
  }
  return found;
}
