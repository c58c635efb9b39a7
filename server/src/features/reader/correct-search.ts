import { MAX_TERMS, parseSearch, tokensOf } from '@vesalius/contract/reader-search';
import { foldText } from '@vesalius/contract/reader-text';
import type { Db } from '../../platform/database/database.ts';
import { listMeantWords, searchPages } from './search-queries.ts';
import { toTsquery } from './search-terms.ts';

/** The search with its misspelled words replaced by the most similar words of the book, if that finds pages. */
export async function correctSearch(
  db: Db,
  book: { readonly bookId: string; readonly lastReadablePage: number | null },
  question: string,
): Promise<string[]> {
  const asked = tokensOf(question);
  // Each word is compared with all words of the book, and one sign, such as U+FDFA, can be several words.
  const words = [...new Set(asked.map(({ word }) => word))].slice(0, MAX_TERMS);
  const meant = await listMeantWords(db, { ...book, words });
  if (!meant) return [];
  const meantBy = new Map(words.map((word, index) => [word, meant[index] as string[]]));
  const mostAlternatives = Math.max(...meant.map((alternatives) => alternatives.length));
  const corrected = Array.from({ length: mostAlternatives }, (_, rank) => {
    let text = question;
    // From the end, so that the offsets before stay valid.
    for (const { word, start, end } of asked.toReversed()) {
      const alternatives = meantBy.get(word) ?? [word];
      const chosen = alternatives[Math.min(rank, alternatives.length - 1)] as string;
      if (chosen !== word) text = text.slice(0, start) + chosen + text.slice(end);
    }
    return text;
  });
  const counted = await Promise.all(
    corrected.map(async (text) => {
      const search = { ...book, tsquery: toTsquery(parseSearch(text)), fromPage: 1, limit: 1 };
      const { found } = await searchPages(db, search);
      return found.map((page) => asWritten(text, page.text, new Set(words)));
    }),
  );
  return [...new Set(counted.flat())];
}

/** Vowel signs, tatweel, soft hyphens, and the break of a divided word. */
const NOT_SPELLED = /[\u064b-\u0652\u0640\u00ad\s\u2010]/g;

/** The words of the index are folded: those that replace the words of the reader are spelled as on the page. */
function asWritten(corrected: string, page: string, asked: ReadonlySet<string>): string {
  const spellings = new Map<string, string>();
  for (const { word, start, end } of tokensOf(page)) {
    if (spellings.has(word)) continue;
    const spelling = page.slice(start, end).normalize('NFKC').replace(NOT_SPELLED, '').toLowerCase();
    if (foldText(spelling) === word) spellings.set(word, spelling);
  }
  let text = corrected;
  // From the end, so that the offsets before stay valid.
  for (const { word, start, end } of tokensOf(corrected).reverse())
    if (!asked.has(word)) text = text.slice(0, start) + (spellings.get(word) ?? word) + text.slice(end);
  return text;
}
