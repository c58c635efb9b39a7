import type { TextPart } from '@vesalius/contract/catalogue-parts';
import { foldText } from '@vesalius/contract/reader-text';

/** Characters shown before and after the first hit. */
const BEFORE = 60;
const AFTER = 120;

export const wordsOf = (term: string): string[] => foldText(term).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A shorter word is meant as it stands (MI, IV, TB): too many begin with it. */
const SHORTEST_BEGUN = 3;

/**
 * A page must hold every word, or one of the words that it may have meant; each perhaps not finished yet. Letters and
 * digits only, so that no operator gets in.
 */
export const pageQueryOf = (words: readonly (readonly string[])[]): string | null =>
  words.length > 0 ? words.map((meant) => `(${meant.map(begun).join(' | ')})`).join(' & ') : null;

const isHit = (folded: string, word: string) =>
  word.length < SHORTEST_BEGUN ? folded === word : folded.startsWith(word);

const begun = (word: string) => (word.length < SHORTEST_BEGUN ? word : `${word}:*`);

/** The piece of a text around the first hit of any word, cut at words, with every hit in it marked. */
export function hitContext(text: string, words: readonly string[]): TextPart[] {
  const tokens = [...text.replace(/\s+/g, ' ').matchAll(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu)].map(
    (match) => ({
      text: match[0],
      at: match.index,
      hit: words.some((word) => isHit(foldText(match[0]), word)),
    }),
  );
  const first = tokens.find((token) => token.hit)?.at ?? 0;
  const shown = tokens.filter((token) => token.at >= first - BEFORE && token.at < first + AFTER);
  const parts: TextPart[] = [];
  for (const token of shown) {
    const last = parts.at(-1);
    if (last && last.hit === token.hit) last.text += token.text;
    else parts.push({ text: token.text, hit: token.hit });
  }
  if (shown[0] && shown[0].at > 0) parts.unshift({ text: '… ', hit: false });
  if (shown.length > 0 && shown.at(-1) !== tokens.at(-1)) parts.push({ text: ' …', hit: false });
  return parts;
}
