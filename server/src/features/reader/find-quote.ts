import { type TextRange, type TextToken, tokensOf } from '@vesalius/contract/reader-search';

export interface QuoteAnchor {
  readonly pageNumber: number;
  readonly quote: string;
  readonly quoteBefore: string;
  readonly quoteAfter: string;
}
export interface FoundQuote extends TextRange {
  readonly page: number;
}

/** Words of context compared on each side: enough to tell the occurrences of a short quote apart. */
const CONTEXT_WORDS = 6;

/**
 * Finds quotes again in the pages of a new revision: word by word, whatever became of capitals, accents and line
 * ends. Among several places the one with the same neighbours wins, then the one nearest to the old page.
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

  return function findQuote({ pageNumber, quote, quoteBefore, quoteAfter }: QuoteAnchor): FoundQuote | null {
    const words = wordsOf(quote);
    if (words.length === 0) return null;
    const before = wordsOf(quoteBefore).slice(-CONTEXT_WORDS);
    const after = wordsOf(quoteAfter).slice(0, CONTEXT_WORDS);
    let best: (FoundQuote & { score: number }) | null = null;
    for (const page of pages) {
      const own = tokens(page);
      for (let at = 0; at + words.length <= own.length; at += 1) {
        if (!words.every((word, offset) => own[at + offset]!.word === word)) continue;
        const end = at + words.length;
        const context =
          sameBackwards(own, at - 1, before) +
          after.filter((word, offset) => own[end + offset]?.word === word).length;
        // A neighbour's word counts more than any distance within a book.
        const score = context - Math.min(0.99, Math.abs(page.page - pageNumber) / 10_000);
        if (best && best.score >= score) continue;
        best = { page: page.page, start: own[at]!.start, end: own[end - 1]!.end, score };
      }
    }
    return best && { page: best.page, start: best.start, end: best.end };
  };
}

const wordsOf = (text: string): string[] => tokensOf(text).map((token) => token.word);

function sameBackwards(tokens: readonly TextToken[], from: number, before: readonly string[]): number {
  return before.filter((word, index) => tokens[from - (before.length - 1 - index)]?.word === word).length;
}
