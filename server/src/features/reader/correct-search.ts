import { parseSearch, tokensOf } from '@vesalius/contract/reader-search';
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
  const words = asked.map(({ word }) => word);
  const meant = await listMeantWords(db, { ...book, words });
  if (!meant) return [];
  const mostAlternatives = Math.max(...meant.map((alternatives) => alternatives.length));
  const corrected = Array.from({ length: mostAlternatives }, (_, rank) => {
    let text = question;
    // From the end, so that the offsets before stay valid.
    for (const [index, { word, start, end }] of [...asked.entries()].reverse()) {
      const alternatives = meant[index] as string[];
      const chosen = alternatives[Math.min(rank, alternatives.length - 1)] as string;
      if (chosen !== word) text = text.slice(0, start) + chosen + text.slice(end);
    }
    return text;
  });
  const counted = await Promise.all(
    corrected.map(async (text) => {
      const search = { ...book, tsquery: toTsquery(parseSearch(text)), fromPage: 1, limit: 1 };
      return (await searchPages(db, search)).pages > 0 ? [text] : [];
    }),
  );
  return counted.flat();
}
