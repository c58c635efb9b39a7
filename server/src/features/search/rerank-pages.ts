import { tokensOf } from '@vesalius/contract/reader-search';
import { formOf, stemOf } from '@vesalius/contract/search-stems';
import { isStopWord } from '@vesalius/contract/stop-words';
import type { QuestionTerm, RankedPage } from './rank-pages.ts';

/*
 * The second ranking. The first one (rank-pages.ts) counts stems on all pages; this one reads the best pages:
 *
 *   score = sum of each word's share in the first ranking × what the word is on this page
 *         + sum over neighbors in the question that are close on the page: PROXIMITY × the worth of the commoner word
 *
 * The constants were chosen on the demo books and the textbook of docs/search.md; the book held out there had no part in
 * it. They are round values on a plateau: another value of one of them moves the first place by about two questions of a
 * hundred.
 */

/** With 40, the first place and the first five hold as many right pages. */
export const MAX_RERANKED_PAGES = 12;
/** The page has another word of the same stem only: "communicating" for "community". */
const OTHER_FORM = 0.7;
/** The word is in the list of references only: titles of papers name a subject and do not explain it. */
const REFERENCE_ONLY = 0.3;
const PROXIMITY = 0.3;
/** The second word is one of so many words that follow the first. */
const PROXIMITY_WORDS = 3;

/** To the end of the page. */
const REFERENCES_HEADING =
  /^(?:references|further reading|bibliography|literature|المراجع|المصادر)[^\S\n]*$/imu;

interface Reading {
  readonly terms: readonly QuestionTerm[];
  readonly worths: readonly number[];
  /** Null = not known. */
  readonly textOf: (page: RankedPage) => string | null;
}

/** The best pages in the order of the second ranking, then the others as they are. */
export function rerankPages(pages: readonly RankedPage[], reading: Reading): RankedPage[] {
  const meaningOf = meaningsOf(reading.terms);
  const read = pages.slice(0, MAX_RERANKED_PAGES).map((page) => {
    const text = reading.textOf(page);
    return text === null ? page : { ...page, score: scoreOf(page, text, { ...reading, meaningOf }) };
  });
  const reranked = read.sort(
    (a, b) => b.score - a.score || a.bookId.localeCompare(b.bookId) || a.page - b.page,
  );
  return [...reranked, ...pages.slice(MAX_RERANKED_PAGES)];
}

/** What a word of a page means for the question. */
interface Meaning {
  /** The position of the term. */
  readonly term: number;
  readonly factor: number;
}
type MeaningOf = (word: string) => Meaning | null;

/** Remembers the words: most are on several pages. */
function meaningsOf(terms: readonly QuestionTerm[]): MeaningOf {
  const typed = new Map(terms.map(({ word }, term) => [stemOf(word), { term, form: formOf(word) }]));
  const others = new Map<string, Meaning>();
  for (const [term, { alternatives }] of terms.entries())
    for (const stem of alternatives.flatMap(({ stems }) => stems))
      if (!others.has(stem)) others.set(stem, { term, factor: 1 });
  const meaningOf: MeaningOf = (word) => {
    const stem = stemOf(word);
    const asTyped = typed.get(stem);
    if (!asTyped) return isStopWord(word) ? null : (others.get(stem) ?? null);
    return { term: asTyped.term, factor: asTyped.form === formOf(word) ? 1 : OTHER_FORM };
  };
  const meanings = new Map<string, Meaning | null>();
  return (word) => {
    const known = meanings.get(word);
    if (known !== undefined) return known;
    const meaning = meaningOf(word);
    meanings.set(word, meaning);
    return meaning;
  };
}

function scoreOf(
  { shares }: RankedPage,
  text: string,
  { worths, meaningOf }: Reading & { readonly meaningOf: MeaningOf },
): number {
  const referencesStart = REFERENCES_HEADING.exec(text)?.index ?? text.length;
  const factors: number[] = [];
  const lastIndexes: number[] = [];
  const closePairs = new Set<number>();
  for (const [index, { word, start }] of tokensOf(text).entries()) {
    const meaning = meaningOf(word);
    if (!meaning) continue;
    const { term } = meaning;
    const isReference = start >= referencesStart;
    factors[term] = Math.max(factors[term] ?? 0, isReference ? REFERENCE_ONLY : meaning.factor);
    if (isReference) continue;
    const before = lastIndexes[term - 1];
    if (before !== undefined && index - before <= PROXIMITY_WORDS) closePairs.add(term);
    lastIndexes[term] = index;
  }
  // A word of a heading above the page has a share, but no factor.
  const own = shares.reduce<number>((sum, share = 0, term) => sum + share * (factors[term] ?? 1), 0);
  const close = [...closePairs].reduce(
    (sum, term) => sum + Math.min(worths[term - 1] ?? 0, worths[term] ?? 0),
    0,
  );
  return own + PROXIMITY * close;
}
