import type { BookUnderCheck } from './checks/book-under-check.ts';
import type { MissingFont } from './pages/page-fonts.ts';
import { pagesText } from './pages-text.ts';

/** The maximum number of fonts in an import's notes; the first ones show the problem. */
const MAX_NAMED = 30;
const MAX_LETTERS = 20;

/**
 * Collects fonts that are not embedded in the PDF, with their pages, and says for the publisher what happens to their
 * text.
 */
export class MissingFonts {
  readonly #fonts = new Map<string, { pages: Set<number>; undrawn: Set<string>; gaps: Set<number> }>();

  add(page: number, fonts: readonly MissingFont[]): void {
    for (const { name, undrawn } of fonts) {
      const known = this.#fonts.get(name) ?? { pages: new Set(), undrawn: new Set(), gaps: new Set() };
      this.#fonts.set(name, known);
      known.pages.add(page);
      for (const letter of undrawn) known.undrawn.add(letter);
      if (undrawn !== '') known.gaps.add(page);
    }
  }

  noteIn(book: BookUnderCheck): void {
    for (const note of this.#notes()) book.warning(['pdf'], note);
  }

  /** One sentence per font; fonts that leave gaps come first. */
  #notes(): string[] {
    const fonts = [...this.#fonts].sort(
      ([a, first], [b, second]) => second.gaps.size - first.gaps.size || a.localeCompare(b, 'en'),
    );
    const notes = fonts.slice(0, MAX_NAMED).map(([name, { pages, undrawn, gaps }]) => {
      const font = `the font ${name === '' ? 'without a name' : `"${name}"`} is not embedded (${pagesText(pages)})`;
      if (gaps.size === 0)
        return `${font}: another one is drawn in its place; embed it to keep the book's look`;
      const letters = [...undrawn].slice(0, MAX_LETTERS).join(' ');
      const more = undrawn.size > MAX_LETTERS ? ' ...' : '';
      return `${font}, and no other one here has its letters ${letters}${more}: gaps on ${pagesText(gaps)}; export the PDF with its fonts embedded`;
    });
    if (fonts.length > MAX_NAMED) notes.push(`${fonts.length - MAX_NAMED} more fonts are not embedded`);
    return notes;
  }
}
