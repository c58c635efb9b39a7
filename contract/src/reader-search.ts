/**
 * Words and hits in a page's text. The server indexes and searches with these functions, and the browser marks
 * hits on the page with the same ones, so that the third hit of page 40 is the same hit on both sides.
 */
import { foldText } from './reader-text.ts';

export interface TextToken {
  /** Folded. */
  readonly word: string;
  /** Where it stands in the text it came from; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

// A word may go on after a hyphen at the end of a line: a soft one, or the one (U+2010) that typesetting programs write.
const WORD = /[\p{L}\p{N}\p{M}\u0640]+(?:(?:\u00ad\s*|\u2010\s+)[\p{L}\p{N}\p{M}\u0640]+)*/gu;

export function tokensOf(text: string): TextToken[] {
  const tokens: TextToken[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = foldText(match[0].replace(/[\s\u2010]+/g, ''));
    if (word) tokens.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** What goes into `to_tsvector('simple', ..)`: so "mg/kg" is two words, whatever PostgreSQL's parser would think. */
export const indexedText = (text: string): string =>
  tokensOf(text)
    .map((token) => token.word)
    .join(' ');

export interface SearchTerm {
  /** Next to each other, in this order. */
  readonly words: readonly string[];
  /** False: the last word may go on ("infarct" finds "infarction"). Quotes make it exact. */
  readonly exact: boolean;
}

/** `st elevation "bundle branch"` = three terms, all of which a page must hold. */
export function parseSearch(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const match of query.matchAll(/["“”„]([^"“”„]*)["“”„]?|[^\s"“”„]+/gu)) {
    const words = tokensOf(match[1] ?? match[0]).map((token) => token.word);
    if (words.length > 0) terms.push({ words, exact: match[1] !== undefined || IS_WHOLE.test(match[0]) });
  }
  return terms.slice(0, MAX_TERMS);
}
const MAX_TERMS = 12;
/** A sign after a word ends it: "Na+" is sodium, not the beginning of "natural". */
const IS_WHOLE = /[\p{L}\p{N}][+\u207a\u207b\u2212]$/u;

/** A single letter says something where it is a sign of its own (α, µ, 心), not where words are spelt with it. */
export const isWorthSearching = (query: string): boolean => {
  const text = query.trim();
  return text.length > 1 || (text !== '' && !/[a-z0-9\P{L}]/iu.test(text));
};

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Every occurrence of every term, in reading order; those that stand side by side are one ("mitral valve"). */
export function findHits(text: string, terms: readonly SearchTerm[]): TextRange[] {
  const tokens = tokensOf(text);
  const hits: TextRange[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    let length = longestAt(tokens, at, terms);
    if (length === 0) continue;
    for (let more = length; more > 0; length += more) more = longestAt(tokens, at + length, terms);
    hits.push({ start: tokens[at]!.start, end: tokens[at + length - 1]!.end });
    at += length - 1;
  }
  return hits;
}

/** Words of the longest term that begins here; 0 = none does. */
function longestAt(tokens: readonly TextToken[], at: number, terms: readonly SearchTerm[]): number {
  let longest = 0;
  for (const term of terms) if (startsAt(tokens, at, term)) longest = Math.max(longest, term.words.length);
  return longest;
}

function startsAt(tokens: readonly TextToken[], at: number, { words, exact }: SearchTerm): boolean {
  return words.every((word, offset) => {
    const token = tokens[at + offset]?.word;
    const mayGoOn = !exact && offset === words.length - 1;
    return token !== undefined && (mayGoOn ? token.startsWith(word) : token === word);
  });
}

/** Characters shown on each side of a hit. */
const CONTEXT_LENGTH = 60;

/** The hit within its sentence's words, cut at spaces. */
export function contextOf(text: string, start: number, end: number) {
  const flat = (part: string) => part.replace(/\s+/g, ' ');
  const before = text.slice(Math.max(0, start - CONTEXT_LENGTH), start);
  const after = text.slice(end, end + CONTEXT_LENGTH);
  return {
    before: flat(start > CONTEXT_LENGTH ? before.replace(/^\S*\s/, '…') : before),
    match: flat(text.slice(start, end)),
    after: flat(end + CONTEXT_LENGTH < text.length ? after.replace(/\s\S*$/, '…') : after),
  };
}
