/** Maps a range of a page's text to the boxes that it covers: search marks, highlights, quotes. */
import type { PageRect } from './atoms.ts';
import type { TextRange } from './reader-search.ts';
import { type PageWord, plainPageText } from './reader-text.ts';

/** One rectangle per line: adjacent words of a line are joined. */
export function boxesOfRange(words: readonly PageWord[], range: TextRange): PageRect[] {
  const { starts } = plainPageText(words);
  const boxes: PageRect[] = [];
  for (const [index, word] of words.entries()) {
    const start = starts[index] as number;
    const end = start + word[4].length;
    if (end <= range.start) continue;
    if (start >= range.end) break;
    append(
      boxes,
      partOfWord(word, Math.max(0, range.start - start), Math.min(word[4].length, range.end - start)),
    );
  }
  return boxes;
}

/** Letters are assumed to be equally wide: a mark may begin slightly beside its letter, but never beside its word. */
function partOfWord([x, y, width, height, text]: PageWord, from: number, to: number): PageRect {
  if (from === 0 && to === text.length) return { x, y, width, height };
  const share = width / text.length;
  const isRightToLeft = /[\u0590-\u08ff]/.test(text);
  const left = isRightToLeft ? text.length - to : from;
  return { x: x + share * left, y, width: share * (to - from), height };
}

function append(boxes: PageRect[], box: PageRect): void {
  const last = boxes.at(-1);
  if (!last || !onSameLine(last, box)) {
    boxes.push(clamp(box));
    return;
  }
  const left = Math.min(last.x, box.x);
  const right = Math.max(last.x + last.width, box.x + box.width);
  const top = Math.min(last.y, box.y);
  const bottom = Math.max(last.y + last.height, box.y + box.height);
  boxes[boxes.length - 1] = clamp({ x: left, y: top, width: right - left, height: bottom - top });
}

/** Whether their vertical centers overlap and no gap of columns separates them. */
function onSameLine(a: PageRect, b: PageRect): boolean {
  const middle = b.y + b.height / 2;
  const gap = Math.max(b.x - (a.x + a.width), a.x - (b.x + b.width));
  return middle > a.y && middle < a.y + a.height && gap < 3 * Math.max(a.height, b.height);
}

/** Keeps values between 0 and 1 after rounding. */
function clamp({ x, y, width, height }: PageRect): PageRect {
  const left = Math.min(1, Math.max(0, x));
  const top = Math.min(1, Math.max(0, y));
  return { x: left, y: top, width: Math.min(width, 1 - left), height: Math.min(height, 1 - top) };
}
