import type { PageTag, PageWord } from '@vesalius/contract/reader-text';

const NUMBER = /^(?:\p{Nd}{1,3}|[ivxlc]{1,7})$/iu;

/**
 * The import puts words outside of all tags last. Among them is often the number of a chapter, which the page draws as
 * an ornament: it continues the text of the word before it ("Chapter").
 */
export function withNumbersInPlace(tags: readonly PageTag[], words: readonly PageWord[]): readonly PageTag[] {
  const last = tags.at(-1);
  if (last?.[0] !== 'P') return tags;
  const placed = tags
    .slice(0, -1)
    .map(([role, pairs, alt = '']): [PageTag[0], number[], string] => [role, [...pairs], alt]);
  const rest: number[] = [];
  for (let at = 0; at + 1 < last[1].length; at += 2) {
    const [from, to] = [last[1][at]!, last[1][at + 1]!];
    const isNumber = to === from + 1 && NUMBER.test(words[from]?.[4] ?? '');
    const before = isNumber
      ? placed.find(([role, pairs]) => role === 'P' && pairs.at(-1) === from)
      : undefined;
    if (before) before[1].push(from, to);
    else rest.push(from, to);
  }
  return rest.length === last[1].length
    ? tags
    : [...placed, ...(rest.length > 0 ? [['P', rest] as const] : [])];
}
