import { foldText, type PageText } from '@vesalius/contract/reader-text';
import { linesOf } from '@vesalius/contract/text-lines';
import { numbersIn } from './word-boxes.ts';

/** Running heads and page numbers are in these shares of the page, at its top and bottom. */
const EDGE = 0.12;
/** The same running head stands at the same height on other pages (share of the page's height). */
const SAME_HEIGHT = 0.015;
/** A line in larger type than the page's text is a heading and not a running head. */
const MAX_RATIO = 1.15;

/** Left and right pages have running heads of their own: the next two pages on each side tell what repeats. */
const NEIGHBORS = [-2, -1, 1, 2];
export const neighborsOf = (page: number, lastPage: number): number[] =>
  NEIGHBORS.map((step) => page + step).filter((each) => each >= 1 && each <= lastPage);

interface EdgeLine {
  readonly first: number;
  readonly count: number;
  readonly text: string;
  readonly middle: number;
  readonly height: number;
}

function edgeLines({ words }: PageText): EdgeLine[] {
  return linesOf(words)
    .filter(({ top, bottom }) => bottom < EDGE || top > 1 - EDGE)
    .map((line) => ({
      first: line.first,
      count: line.words.length,
      text: line.text,
      middle: (line.top + line.bottom) / 2,
      height: line.height,
    }));
}

/** Its letters: page numbers differ from page to page. */
const lettersOf = (text: string): string => foldText(text).replace(/[^\p{L}]+/gu, '');

/** The words of running heads and page numbers, which are left out where pages follow each other without a break. */
export function runningWords(
  text: PageText,
  /** The printed page number. */
  label: string,
  /** The pages before and after; left and right pages often have different running heads. */
  neighbors: readonly PageText[],
): ReadonlySet<number> {
  const others = neighbors.flatMap(edgeLines);
  const heights = text.words.map((word) => word[3]).sort((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 1;
  const isRunning = (line: EdgeLine): boolean => {
    if (isNumber(line.text, label)) return true;
    const letters = lettersOf(line.text);
    const isRepeated = others.some(
      (other) =>
        letters !== '' &&
        Math.abs(other.middle - line.middle) < SAME_HEIGHT &&
        lettersOf(other.text) === letters,
    );
    if (isRepeated) return true;
    const tokens = line.text.split(/\s+/);
    return line.height < MAX_RATIO * usual && tokens.length < 16 && hasLabelAtItsEnd(tokens, label);
  };
  const inTables = wordsOfTables(text);
  return new Set(
    edgeLines(text)
      .filter((line) => !inTables.has(line.first) && isRunning(line))
      .flatMap(({ first, count }) => Array.from({ length: count }, (_none, index) => first + index)),
  );
}

/** The words of tagged tables: a table that continues from the page before begins with numbers, too. */
const wordsOfTables = ({ tags = [] }: PageText): ReadonlySet<number> =>
  new Set(tags.flatMap(([role, pairs]) => (role === 'TH' || role === 'TD' ? numbersIn(pairs) : [])));

const isNumber = (line: string, label: string): boolean =>
  line === label || /^[^\p{L}\p{N}]*\p{Nd}{1,4}[^\p{L}\p{N}]*$/u.test(line) || /^[ivxlc]{1,7}$/i.test(line);

/** "The Heart 212" and "212 The Heart", but not "1. Wash your hands". */
const hasLabelAtItsEnd = (tokens: readonly string[], label: string): boolean =>
  tokens.at(-1) === label || (tokens[0] === label && tokens.length > 1 && label.length > 1);
