import type { SearchAnswer } from '@vesalius/contract/reader';
import { contextOf, findHits, parseSearch } from '@vesalius/contract/reader-search';
import { foldText } from '@vesalius/contract/reader-text';

/** The hits per response, as on the server. */
const MAX_HITS = 100;

/** The words of a book prepared for searching; index 0 is page 1. */
export interface BookWords {
  readonly texts: readonly string[];
  /** Folded once, because it rules out most pages. */
  readonly folded: readonly string[];
}
export const bookWords = (texts: readonly string[]): BookWords => ({ texts, folded: texts.map(foldPage) });

/** Compounds can also be found as one word. */
function foldPage(text: string): string {
  const folded = foldText(text);
  return folded.includes('-') ? `${folded} ${folded.replace(/-\s*/g, '')}` : folded;
}

/** The same rules as on the server: a page has to contain every term. */
export function searchWords({ texts, folded }: BookWords, query: string, fromPage: number): SearchAnswer {
  const terms = parseSearch(query);
  const hits: SearchAnswer['hits'] = [];
  let pages = 0;
  let nextPage: number | null = null;
  const answer = () => ({
    ...{ hits, pages, next_page: nextPage },
    ...{ answers: [], materials: [], notes: [], headings: [], meanings: [], did_you_mean: [] },
  });
  if (terms.length === 0) return answer();
  for (const [index, text] of texts.entries()) {
    const page = index + 1;
    const mayHold = (words: readonly string[]) => words.every((word) => folded[index]?.includes(word));
    if (!terms.every(({ spellings }) => spellings.some(mayHold))) continue;
    if (!terms.every((term) => findHits(text, [term]).length > 0)) continue;
    pages += 1;
    if (page < fromPage || nextPage !== null) continue;
    if (hits.length >= MAX_HITS) {
      nextPage = page;
      continue;
    }
    for (const [place, range] of findHits(text, terms).entries())
      hits.push({ page, index: place, ...contextOf(text, range.start, range.end) });
  }
  return answer();
}
