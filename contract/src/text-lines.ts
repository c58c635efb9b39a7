import type { PageWord } from './reader-text.ts';

/** A line of a page's text. */
export interface Line {
  readonly words: readonly PageWord[];
  /** The index of its first word. */
  readonly first: number;
  readonly text: string;
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
  /** Its last word continues on the next line. */
  readonly divided: boolean;
}

export function linesOf(words: readonly PageWord[]): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const [index, word] of words.entries()) {
    if (!word[5] && index < words.length - 1) continue;
    const own = words.slice(from, index + 1);
    const top = Math.min(...own.map((each) => each[1]));
    const bottom = Math.max(...own.map((each) => each[1] + each[3]));
    lines.push({
      words: own,
      first: from,
      text: own.map((each) => each[4]).join(' '),
      top,
      bottom,
      height: median(own.map((each) => each[3])),
      divided: word[5] === 2,
    });
    from = index + 1;
  }
  return lines;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}
