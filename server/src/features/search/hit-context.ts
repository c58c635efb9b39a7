import {
  findHits,
  parseSearch,
  type SearchTerm,
  type TextRange,
  tokensOf,
} from '@vesalius/contract/reader-search';
import type { TextPart } from '@vesalius/contract/search-hits';
import { stemOf } from '@vesalius/contract/search-stems';
import { densestHit } from './densest-hit.ts';

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
export const hitContext = (text: string, wanted: readonly Wanted[]): TextPart[] =>
  excerptOf(
    text,
    wanted.flat(2).map((word) => ({ spellings: [[word]], exact: isExact(word) })),
    ([first]) => first,
  );

/** The excerpt around the place of a page that says most about a question. */
export const densestContext = (text: string, terms: readonly SearchTerm[]): TextPart[] =>
  excerptOf(text, terms, densestHit);

/** The excerpt around the first hit from this place on. */
export const contextFrom = (text: string, terms: readonly SearchTerm[], place: number): TextPart[] =>
  excerptOf(text, terms, (hits) => hits.find(({ start }) => start >= place));

/** Of the parts that begin at these places, the one with the most different words of the search: where it begins. */
export function densestPart(text: string, terms: readonly SearchTerm[], places: readonly number[]): number {
  let densest = { place: 0, words: 0 };
  for (const [index, place] of places.entries()) {
    const hits = foundIn(text.slice(place, places[index + 1]), terms);
    const words = new Set(hits.flatMap(({ match }) => tokensOf(match).map(({ word }) => stemOf(word)))).size;
    if (words > densest.words) densest = { place, words };
  }
  return densest.place;
}

type Found = TextRange & { readonly match: string };

function excerptOf(
  text: string,
  terms: readonly SearchTerm[],
  choose: (hits: readonly Found[]) => Found | null | undefined,
): TextPart[] {
  const flat = flattened(text);
  const hits = foundIn(flat, terms);
  const tokens = markedTokens(flat, hits);
  const first = tokens.find(({ at, hit }) => hit && at >= (choose(hits)?.start ?? 0))?.at ?? 0;
  const shown = tokens.filter((token) => token.at >= first - BEFORE && token.at < first + AFTER);
  const parts = joined(shown);
  if (shown[0] && shown[0].at > 0) parts.unshift({ text: '… ', hit: false });
  if (shown.length > 0 && shown.at(-1) !== tokens.at(-1)) parts.push({ text: ' …', hit: false });
  return parts;
}

const foundIn = (text: string, terms: readonly SearchTerm[]): Found[] =>
  findHits(text, terms).map((range) => ({ ...range, match: text.slice(range.start, range.end) }));

/** A whole text with its hits marked. */
export function markedParts(text: string, terms: readonly SearchTerm[]): TextPart[] {
  const flat = flattened(text);
  return joined(markedTokens(flat, findHits(flat, terms)));
}

/** Keeps line breaks, which distinguish a compound from "pre- and postnatal". */
const flattened = (text: string) => text.replace(/\s+/g, (blank) => (blank.includes('\n') ? '\n' : ' '));

const markedTokens = (text: string, ranges: readonly TextRange[]) =>
  [...text.matchAll(/([\p{L}\p{M}\p{N}]+)|[^\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    text: match[0].replace(/\n/g, ' '),
    at: match.index,
    hit: match[1] !== undefined && ranges.some(({ start, end }) => match.index >= start && match.index < end),
  }));

function joined(tokens: readonly TextPart[]): TextPart[] {
  const parts: TextPart[] = [];
  for (const token of tokens) {
    const last = parts.at(-1);
    if (last && last.hit === token.hit) last.text += token.text;
    else parts.push({ text: token.text, hit: token.hit });
  }
  return parts;
}
