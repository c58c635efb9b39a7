import type { TextPart } from '@vesalius/contract/catalogue-parts';
import { findHits, parseSearch } from '@vesalius/contract/reader-search';

/** Characters shown before the first hit, and after it. */
const BEFORE = 60;
const AFTER = 120;

/** A shorter word must match completely (MI, IV, TB), because too many words start with it. */
const SHORTEST_BEGUN = 3;

/** One requirement of a search, as its alternatives: lists of words that must all be on the page. */
export type Wanted = readonly (readonly string[])[];

/** A compound ("long-term") matches as its parts or as one word. */
export const wantedOf = (term: string): Wanted[] => parseSearch(term).map(({ spellings }) => spellings);

/** Letters and digits only, so that no operator can be injected. Each word matches as a prefix. */
export const pageQueryOf = (wanted: readonly Wanted[]): string | null =>
  wanted.length > 0 ? wanted.map((spellings) => `(${spellings.map(allOf).join(' | ')})`).join(' & ') : null;

const allOf = (words: readonly string[]) => words.map(begun).join(' & ');

const isExact = (word: string) => word.length < SHORTEST_BEGUN;

const begun = (word: string) => (isExact(word) ? word : `${word}:*`);

/** The excerpt of a text around its first hit, cut between words, with all hits marked. */
export function hitContext(text: string, wanted: readonly Wanted[]): TextPart[] {
  // Keeps line breaks, which distinguish a compound from "pre- and postnatal".
  const flat = text.replace(/\s+/g, (blank) => (blank.includes('\n') ? '\n' : ' '));
  const terms = wanted.flat(2).map((word) => ({ spellings: [[word]], exact: isExact(word) }));
  const ranges = findHits(flat, terms);
  const tokens = [...flat.matchAll(/([\p{L}\p{M}\p{N}]+)|[^\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    text: match[0].replace(/\n/g, ' '),
    at: match.index,
    hit: match[1] !== undefined && ranges.some(({ start, end }) => match.index >= start && match.index < end),
  }));
  const first = tokens.find((token) => token.hit)?.at ?? 0;
  const shown = tokens.filter((token) => token.at >= first - BEFORE && token.at < first + AFTER);
  const parts: TextPart[] = [];
  for (const token of shown) {
    const last = parts.at(-1);
    if (last && last.hit === token.hit) last.text += token.text;
    else parts.push({ text: token.text, hit: token.hit });
  }
  if (shown[0] && shown[0].at > 0) parts.unshift({ text: '… ', hit: false });
  if (shown.length > 0 && shown.at(-1) !== tokens.at(-1)) parts.push({ text: ' …', hit: false });
  return parts;
}
