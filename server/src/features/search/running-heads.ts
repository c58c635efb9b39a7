import type { TextRange } from '@vesalius/contract/reader-search';

/** A running head or foot has at most as many lines, the page number included. */
const EDGE_LINES = 2;

interface Line extends TextRange {
  /** Without numbers, which differ on every page. */
  readonly words: string;
}

/**
 * The part of each page between its running head and its running foot: lines at the top and at the bottom that another of
 * these pages has too, apart from their numbers.
 */
export function bodiesOf(pages: readonly string[]): TextRange[] {
  const edges = pages.map((text) => {
    const lines = linesOf(text);
    return { text, top: lines.slice(0, EDGE_LINES), bottom: lines.slice(-EDGE_LINES).toReversed() };
  });
  const pagesWith = new Map<string, number>();
  for (const { top, bottom } of edges)
    for (const words of new Set([...top, ...bottom].map((line) => line.words)))
      pagesWith.set(words, (pagesWith.get(words) ?? 0) + 1);
  const ownsLine = ({ words }: Line) => words !== '' && pagesWith.get(words) === 1;
  const repeated = (lines: readonly Line[]): Line | undefined => {
    const own = lines.findIndex(ownsLine);
    return lines[own === -1 ? lines.length - 1 : own - 1];
  };
  return edges.map(({ text, top, bottom }) => ({
    start: repeated(top)?.end ?? 0,
    end: repeated(bottom)?.start ?? text.length,
  }));
}

const linesOf = (text: string): Line[] =>
  [...text.matchAll(/[^\n]*\S[^\n]*/g)].map(({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
    words: line.replace(/[\p{N}\s]+/gu, '').toLowerCase(),
  }));
