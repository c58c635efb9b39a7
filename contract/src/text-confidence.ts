import type { PageText, PageWord } from './reader-text.ts';
import { linesOf } from './text-lines.ts';

/** Below it the text view shows a page as its image. */
export const MIN_CONFIDENCE = 0.6;

/** A gap between words wider than this many line heights separates columns. */
const WIDE_GAP = 2.5;
/** A line that begins this much higher than the one before (share of the page) begins another column. */
const JUMP = 0.06;
const MAX_JUMPS = 3;
/** Letters without a meaning: fonts that do not say which letters they draw. */
const UNREADABLE = /[\ufffd\ue000-\uf8ff]/;

/**
 * How certain the order and structure of a page's text are, from 0 to 1. Tags are trusted; without them, text that
 * jumps about, stands upright or in many columns was probably read in a wrong order. The import stores it for the
 * publisher; the text view computes it from the same text. After a change, page sets are to be measured again.
 */
export function confidenceOf(text: PageText): number {
  const { words } = text;
  if (words.length === 0) return 1;
  const readable = 1 - 3 * shareOf(words, (word) => UNREADABLE.test(word[4]));
  if (text.tags) return Math.max(0, readable);
  const lines = linesOf(words);
  const upright = shareOf(words, (word) => isUpright(word, text));
  const wide = shareOf(lines, (line) => wideGaps(line.words, text) > 0);
  const jumps = lines.filter((line, index) => index > 0 && line.top < lines[index - 1]!.top - JUMP).length;
  const jumpy = Math.max(0, jumps - MAX_JUMPS) / lines.length;
  return Math.max(0, readable * (1 - 2 * upright) * (1 - wide) * (1 - 4 * jumpy));
}

const isUpright = ([, , width, height, letters]: PageWord, text: PageText): boolean =>
  letters.length > 2 && height * text.height > 2.5 * width * text.width;

/** The number of gaps in a line that separate columns. */
export function wideGaps(words: readonly PageWord[], text: PageText): number {
  return words.filter((word, index) => {
    const next = words[index + 1];
    if (!next) return false;
    const gap = Math.max(next[0] - (word[0] + word[2]), word[0] - (next[0] + next[2]));
    return gap * text.width > WIDE_GAP * word[3] * text.height;
  }).length;
}

function shareOf<Item>(items: readonly Item[], is: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(is).length / items.length;
}
