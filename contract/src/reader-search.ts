/**
 * Words and hits in a page's text. The server indexes and searches with these functions, and the browser marks hits with the same
 * ones, so that the third hit of page 40 is the same hit for both.
 */
import { foldText } from './reader-text.ts';
import { stemOf } from './search-stems.ts';
import { isStopWord } from './stop-words.ts';

export interface TextToken {
  /** Folded: letters and digits only. */
  readonly word: string;
  /** The position in the original text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

// A word may continue after a hyphen at the end of a line: a soft one, or U+2010, which typesetting programs write.
const WORD = /[\p{L}\p{N}\p{M}\u0640]+(?:(?:\u00ad\s*|\u2010\s+)[\p{L}\p{N}\p{M}\u0640]+)*/gu;

const FOLDED_WORD = /[\p{L}\p{N}]+/gu;

const foldedWords = new Map<string, readonly string[]>();
/** Words repeat, and folding one takes ten times as long as looking it up. The map is emptied when it grows beyond this. */
const MAX_REMEMBERED = 50_000;

/** One character may stand for several words, as U+FDFA does, or for two numbers, as "½". */
function foldWord(text: string): readonly string[] {
  const known = foldedWords.get(text);
  if (known !== undefined) return known;
  if (foldedWords.size >= MAX_REMEMBERED) foldedWords.clear();
  const words = foldText(text.replace(/[\s\u2010]+/g, '')).match(FOLDED_WORD) ?? [];
  foldedWords.set(text, words);
  return words;
}

export function tokensOf(text: string): TextToken[] {
  const tokens: TextToken[] = [];
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    const end = start + match[0].length;
    for (const word of foldWord(match[0])) tokens.push({ word, start, end });
  }
  return tokens;
}

/** The input of `to_tsvector('simple', ..)`: "mg/kg" becomes two words, independent of PostgreSQL's parser. */
export const indexedText = (text: string): string =>
  tokensOf(text)
    .map((token) => token.word)
    .join(' ');

/** Joins the parts of a compound: a hyphen, maybe followed by a line break. */
const COMPOUND_HYPHEN = /^[-\u2010\u2011](?:[^\S\n]*\n\s*)?$/u;
/** At most this many parts of a compound are joined to one word: a chain of codes is not a word. */
const MAX_JOINED_PARTS = 4;

/** Whether the word continues in the next one after a hyphen; between two numbers ("10-20") it means "to". */
function isHyphenated(text: string, token: TextToken | undefined, next: TextToken | undefined): boolean {
  if (!token || !next || !COMPOUND_HYPHEN.test(text.slice(token.end, next.start))) return false;
  return !(/\d$/.test(token.word) && /^\d/.test(next.word));
}

/**
 * The compounds of a text written as one word, as entries of a `tsvector`: "a long-term effect" gives
 * `'longterm':2,3`, which stands where its first part does for the words before it, and where its last part does for
 * those after it. A line's end makes "longterm" of "long-term", and nobody can tell from the text what the author wrote.
 */
export function joinedCompounds(text: string): string {
  return compoundsOf(text)
    .filter(({ index }) => index < LAST_POSITION)
    .map(({ word, index, last }) => `'${word}':${index + 1},${last + 2}`)
    .join(' ');
}
/** PostgreSQL counts words of a `tsvector` so far. */
const LAST_POSITION = 16_000;

/** The compounds of a text, each written as one word. */
export const joinedWords = (text: string): string[] => compoundsOf(text).map(({ word }) => word);

function compoundsOf(text: string): { word: string; index: number; last: number }[] {
  const tokens = tokensOf(text);
  const compounds: { word: string; index: number; last: number }[] = [];
  for (const [index, first] of tokens.entries()) {
    let word = first.word;
    for (let last = index; last - index + 1 < MAX_JOINED_PARTS; last += 1) {
      const next = tokens[last + 1];
      if (!next || !isHyphenated(text, tokens[last], next)) break;
      word += next.word;
      compounds.push({ word, index, last });
    }
  }
  return compounds;
}

export interface SearchTerm {
  /**
   * The ways in which it may be written: words next to each other, in this order. The first is as typed; "long-term" is
   * also looked for as "longterm".
   */
  readonly spellings: readonly (readonly string[])[];
  /** False: the last word may go on ("infarct" finds "infarction"). Quotes make it exact. */
  readonly exact: boolean;
  /** Its last word does not go on: the C of "cystatin C" is not the beginning of "clearance". No phrase is required. */
  readonly wholeWord?: boolean;
  /** Of a single word that is not exact: words of the same stem are it, too. */
  readonly stem?: string;
}

/** `st elevation "bundle branch"` = three terms. Words that every text has say nothing beside others. */
export function parseSearch(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const match of query.matchAll(/["“”„«»]([^"“”„«»]*)["“”„«»]?|[^\s"“”„«»]+/gu)) {
    const spellings = spellingsOf(match[1] ?? match[0]);
    const [[word = '', ...more] = []] = spellings;
    if (word === '') continue;
    const isQuoted = match[1] !== undefined;
    if (isQuoted || IS_WHOLE.test(match[0])) terms.push({ spellings, exact: true });
    else
      terms.push({
        ...{ spellings, exact: false },
        ...(more.length === 0 ? { stem: stemOf(word) } : {}),
        ...(SINGLE_LETTER.test(more.at(-1) ?? word) ? { wholeWord: true } : {}),
      });
  }
  const telling = terms.filter(({ spellings, exact }) => exact || !spellings[0]?.every(isStopWord));
  return (telling.length > 0 ? telling : terms).slice(0, MAX_TERMS);
}
/**
 * What is marked where pages are found by their worth: also the single words of "mg/kg", which need not stand side by
 * side, and what abbreviations mean.
 */
export function markedTerms(query: string, meanings: readonly string[] = []): SearchTerm[] {
  const terms = parseSearch(query);
  const parts = terms
    .filter(({ exact }) => !exact)
    .flatMap(({ spellings: [words = []] }) => (words.length > 1 ? words : []))
    .filter((word) => !isStopWord(word) && word.length > 1)
    .map((word) => ({ spellings: [[word]], exact: false, stem: stemOf(word) }));
  return [...terms, ...parts, ...meanings.flatMap((meaning) => parseSearch(`"${meaning}"`))];
}

/** Each hyphen doubles the spellings: those of the first ones are tried. */
const MAX_TRIED_HYPHENS = 3;

/** The words of a text, with and without each hyphen. */
function spellingsOf(text: string): string[][] {
  const tokens = tokensOf(text);
  const [first] = tokens;
  if (!first) return [];
  let spellings = [[first.word]];
  let hyphens = 0;
  for (const [index, token] of tokens.slice(1).entries()) {
    const apart = spellings.map((words) => [...words, token.word]);
    const mayJoin = hyphens < MAX_TRIED_HYPHENS && isHyphenated(text, tokens[index], token);
    if (mayJoin) hyphens += 1;
    const joined = mayJoin ? spellings.map((words) => joinLast(words, token.word)) : [];
    spellings = [...apart, ...joined];
  }
  return spellings;
}
const joinLast = (words: readonly string[], more: string) => [...words.slice(0, -1), words.at(-1) + more];

/** Further ones are ignored. */
export const MAX_TERMS = 24;
/** A sign after a word ends it: "Na+" is sodium, not the beginning of "natural". */
const IS_WHOLE = /[\p{L}\p{N}][+\u207a\u207b\u2212]$/u;

/** Of a script that spells words with letters: one letter is a name of its own (vitamin D), not the beginning of a word. */
const SINGLE_LETTER = /^[\p{Script=Latin}\p{Script=Greek}]$/u;

/** A single letter says something where it is a sign of its own (α, µ, 心), not where words are spelt with it. */
export const isWorthSearching = (query: string): boolean => {
  const text = query.trim();
  return text.length > 1 || (text !== '' && !/[a-z0-9\P{L}]/iu.test(text));
};

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Every occurrence of every term in reading order; adjacent ones are joined ("mitral valve"). */
export function findHits(text: string, terms: readonly SearchTerm[]): TextRange[] {
  const tokens = tokensOf(text);
  const passage: Passage = {
    tokens,
    hyphenated: tokens.map((token, index) => isHyphenated(text, token, tokens[index + 1])),
  };
  const hits: TextRange[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    let length = longestAt(passage, at, terms);
    if (length === 0) continue;
    for (let more = length; more > 0; length += more) more = longestAt(passage, at + length, terms);
    hits.push({ start: tokens[at]!.start, end: tokens[at + length - 1]!.end });
    at += length - 1;
  }
  return hits;
}

interface Passage {
  readonly tokens: readonly TextToken[];
  /** For each token, whether a hyphen joins it to the next one. */
  readonly hyphenated: readonly boolean[];
}

/** The number of tokens of the longest term that begins here; 0 = none. */
function longestAt(passage: Passage, at: number, terms: readonly SearchTerm[]): number {
  let longest = 0;
  for (const { spellings, exact, wholeWord = false, stem } of terms) {
    const isWhole = exact || wholeWord;
    for (const words of spellings) longest = Math.max(longest, lengthAt(passage, at, words, isWhole));
    if (longest === 0 && stem !== undefined && stemOf(passage.tokens[at]?.word ?? '') === stem) longest = 1;
  }
  return longest;
}

/** How many tokens these words take here; 0 = no match. */
function lengthAt(passage: Passage, at: number, words: readonly string[], exact: boolean): number {
  let length = 0;
  for (const [index, word] of words.entries()) {
    const tokens = wordAt(passage, at + length, word, exact || index < words.length - 1);
    if (tokens === 0) return 0;
    length += tokens;
  }
  return length;
}

/** One token, or the parts of a compound that together are this word. */
function wordAt({ tokens, hyphenated }: Passage, at: number, word: string, exact: boolean): number {
  let text = '';
  for (let parts = 1; parts <= MAX_JOINED_PARTS; parts += 1) {
    const token = tokens[at + parts - 1];
    if (!token) return 0;
    text += token.word;
    if (exact ? text === word : text.startsWith(word)) return parts;
    if (!hyphenated[at + parts - 1] || !word.startsWith(text)) return 0;
  }
  return 0;
}

/** The number of characters on each side of a hit. */
const CONTEXT_LENGTH = 60;

/** The hit with its surrounding words, cut at spaces. */
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
