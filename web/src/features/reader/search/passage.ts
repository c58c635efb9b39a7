import { type TextRange, tokensOf } from '@vesalius/contract/reader-search';

/** A passage of a page in its own words, as a search quotes it. */
export interface Passage {
  readonly page: number;
  readonly quote: string;
}

/** Fewer words of a long quote may be anywhere. */
const MIN_WORDS = 4;

/**
 * Where the page says what is quoted. Spaces, ends of lines and marks of punctuation may differ; of a quote that the
 * page no longer contains as a whole, as many of its first words as it has.
 */
export function rangeOfPassage(text: string, quote: string): TextRange | null {
  const quoted = tokensOf(quote);
  const tokens = tokensOf(text);
  let best = { at: 0, length: 0 };
  for (const at of tokens.keys()) {
    let length = 0;
    while (length < quoted.length && tokens[at + length]?.word === quoted[length]?.word) length += 1;
    if (length > best.length) best = { at, length };
  }
  if (best.length < Math.min(MIN_WORDS, quoted.length) || best.length === 0) return null;
  return { start: tokens[best.at]!.start, end: tokens[best.at + best.length - 1]!.end };
}
