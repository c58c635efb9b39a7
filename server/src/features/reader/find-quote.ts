import { type TextRange, type TextToken, tokensOf } from '@vesalius/contract/reader-search';
import { cutText, endOfText } from '../../platform/storable-text.ts';

export interface QuoteAnchor {
  readonly pageNumber: number;
  readonly quote: string;
  readonly quoteBefore: string;
  readonly quoteAfter: string;
}
export interface FoundQuote extends TextRange {
  readonly page: number;
  /** Words of the text have letters that the quote, or its context, lacks. */
  readonly isCorrected: boolean;
}

/** What a quote counts less whose words lack letters: less than a word of context. */
const CORRECTED_PENALTY = 0.5;

/** As much as the reader's own programs tell. */
const CONTEXT_LETTERS = 60;

/** A quote of fewer letters, without context, is a part of too many words. */
const LEAST_CUT_LETTERS = 4;

/** Words of context compared on each side: enough to distinguish the occurrences of a short quote. */
const CONTEXT_WORDS = 6;

/**
 * Finds quotes in the pages of a new revision, word by word, ignoring case, accents and line ends. Of several
 * occurrences, the one with the same context wins, then the one nearest to the old page.
 */
export function quoteFinder(pages: readonly { readonly page: number; readonly text: string }[]) {
  const tokensOfPage = new Map<number, readonly TextToken[]>();
  const tokens = (page: { page: number; text: string }) => {
    const known = tokensOfPage.get(page.page);
    if (known) return known;
    const made = tokensOf(page.text);
    tokensOfPage.set(page.page, made);
    return made;
  };

  return (anchor: QuoteAnchor): FoundQuote | null =>
    findPassage(anchor.pageNumber, passageOf(anchor)) ??
    // Context that was stored without the spaces around the quote does not complete a word.
    findPassage(
      anchor.pageNumber,
      passageOf({
        ...anchor,
        quoteBefore: `${anchor.quoteBefore} `,
        quoteAfter: ` ${anchor.quoteAfter}`,
      }),
    ) ??
    findCut(anchor);

  /** A quote without context does not say whether it cuts its first and last word: on its page, it may. */
  function findCut({ pageNumber, quote, quoteBefore, quoteAfter }: QuoteAnchor): FoundQuote | null {
    const page = pages.find((each) => each.page === pageNumber);
    const words = tokensOf(quote).map(({ word }) => word);
    if (!page || quoteBefore || quoteAfter || words.join('').length < LEAST_CUT_LETTERS) return null;
    const pageTokens = tokens(page);
    for (let at = 0; at + words.length <= pageTokens.length; at += 1) {
      const found = cutRange(pageTokens.slice(at, at + words.length), words);
      if (found) return { page: page.page, ...found };
    }
    return null;
  }

  function findPassage(pageNumber: number, passage: Passage): FoundQuote | null {
    const { words, before, after } = passage;
    if (words.length === 0) return null;
    let best: (FoundQuote & { score: number }) | null = null;
    for (const page of pages) {
      const pageTokens = tokens(page);
      for (let at = 0; at + words.length <= pageTokens.length; at += 1) {
        if (!words.every((word, offset) => isWord(pageTokens[at + offset]!.word, word))) continue;
        const end = at + words.length;
        const wordAt = (index: number) => pageTokens[index]?.word ?? '';
        const beforeAt = at - before.length;
        const context =
          before.filter((word, index) => isWord(wordAt(beforeAt + index), word)).length +
          after.filter((word, index) => isWord(wordAt(end + index), word)).length;
        const isExact = words.every((word, index) => wordAt(at + index) === word);
        // One matching word of context outweighs any distance within a book.
        const score =
          context -
          Math.min(0.49, Math.abs(page.page - pageNumber) / 10_000) -
          (isExact ? 0 : CORRECTED_PENALTY);
        if (best && best.score >= score) continue;
        const isCorrected =
          !isExact ||
          before.some((word, index) => isCorrection(wordAt(beforeAt + index), word)) ||
          after.some((word, index) => isCorrection(wordAt(end + index), word));
        const range = rangeOf(passage, pageTokens[at]!, pageTokens[end - 1]!);
        best = { page: page.page, ...range, isCorrected, score };
      }
    }
    if (!best) return null;
    const { score: _score, ...found } = best;
    return found;
  }
}

interface Passage {
  /** The quote's complete words, also if it starts or ends within a word. */
  readonly words: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The characters of the first word before the quote, and of the last word after it. */
  readonly leadingCut: number;
  readonly trailingCut: number;
  readonly firstLength: number;
  readonly lastLength: number;
}

/** The context completes the words that the quote cuts. */
function passageOf({ quote, quoteBefore, quoteAfter }: QuoteAnchor): Passage {
  const start = quoteBefore.length;
  const end = start + quote.length;
  const all = tokensOf(quoteBefore + quote + quoteAfter);
  const own = all.filter((token) => token.end > start && token.start < end);
  const wordsOf = (some: readonly TextToken[]) => some.map(({ word }) => word);
  const first = own[0];
  const last = own.at(-1);
  return {
    words: wordsOf(own),
    before: wordsOf(all.filter((token) => token.end <= start)).slice(-CONTEXT_WORDS),
    after: wordsOf(all.filter((token) => token.start >= end)).slice(0, CONTEXT_WORDS),
    leadingCut: first ? Math.max(0, start - first.start) : 0,
    trailingCut: last ? Math.max(0, last.end - end) : 0,
    firstLength: first ? first.end - first.start : 0,
    lastLength: last ? last.end - last.start : 0,
  };
}

/** The same letters of the first and last word, unless their spelling changed: then the complete words. */
function rangeOf(passage: Passage, first: TextToken, last: TextToken): TextRange {
  const { leadingCut, trailingCut, firstLength, lastLength } = passage;
  return {
    start: first.start + (first.end - first.start === firstLength ? leadingCut : 0),
    end: last.end - (last.end - last.start === lastLength ? trailingCut : 0),
  };
}

/** Where words begin with an end of the first token, and end with a beginning of the last. */
function cutRange(found: readonly TextToken[], words: readonly string[]): Omit<FoundQuote, 'page'> | null {
  const cuts = found.map((token, index) =>
    cutOf(token.word, words[index] as string, {
      mayBegin: index === 0,
      mayEnd: index === words.length - 1,
    }),
  );
  const [first, last] = [cuts[0], cuts.at(-1)];
  if (!first || !last || cuts.includes(null)) return null;
  const [begin, end] = [found[0] as TextToken, found.at(-1) as TextToken];
  return {
    start: begin.start + (isPlain(begin) ? first.start : 0),
    end: isPlain(end) ? end.start + last.end : end.end,
    isCorrected: cuts.some((cut, index) => cut && cut.end - cut.start !== words[index]?.length),
  };
}

/** Each letter of the word is one of the text. */
const isPlain = ({ word, start, end }: TextToken): boolean => word.length === end - start;

/** Where a word has the quoted letters: exactly, or else with those that the quote lacks. */
function cutOf(
  word: string,
  quoted: string,
  { mayBegin, mayEnd }: { mayBegin: boolean; mayEnd: boolean },
): TextRange | null {
  for (const fits of [(part: string) => part === quoted, (part: string) => isCorrection(part, quoted)])
    for (let start = 0; start === 0 || (mayBegin && start < word.length); start += 1)
      for (let end = mayEnd ? start + quoted.length : word.length; end <= word.length; end += 1)
        if (fits(word.slice(start, end))) return { start, end };
  return null;
}

/** The words around a quote in its text, for a caller who does not tell them; whole words before parts of words. */
export function contextIn(
  text: string,
  quote: string,
): Pick<QuoteAnchor, 'quoteBefore' | 'quoteAfter'> | null {
  const parts = quote
    .trim()
    .split(/\s+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = parts.join('\\s+');
  const found =
    new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${pattern}(?![\\p{L}\\p{N}\\p{M}])`, 'u').exec(text) ??
    new RegExp(pattern, 'u').exec(text);
  if (!found || !quote.trim()) return null;
  const end = found.index + found[0].length;
  return {
    quoteBefore: endOfText(text.slice(0, found.index), CONTEXT_LETTERS),
    quoteAfter: cutText(text.slice(end), CONTEXT_LETTERS),
  };
}

/** Pages were once read without the second of two equal letters of a ligature: "diference" quotes "difference". */
const isWord = (word: string, quoted: string): boolean => word === quoted || isCorrection(word, quoted);
const isCorrection = (word: string, quoted: string): boolean =>
  word.length > quoted.length && word[0] === quoted[0] && withoutRepeats(word) === withoutRepeats(quoted);
const withoutRepeats = (word: string): string => word.replace(/(.)\1+/gu, '$1');

/** The quote and its context as they are spelled in the text where it was found. */
export const correctedQuote = (
  { quoteBefore, quoteAfter }: Pick<QuoteAnchor, 'quoteBefore' | 'quoteAfter'>,
  { start, end }: TextRange,
  text: string,
): Omit<QuoteAnchor, 'pageNumber'> => ({
  quote: text.slice(start, end),
  quoteBefore: text.slice(Math.max(0, start - quoteBefore.length), start),
  quoteAfter: text.slice(end, end + quoteAfter.length),
});
