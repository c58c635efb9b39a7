import { cutText } from '../../../platform/storable-text.ts';

const CONTEXT_WORDS = 8;
const MAX_TEXT = 2000;

/**
 * The words of a text that changed, with some around them: what lies between its equal ends. Null for both if the words
 * are the same.
 */
export function changedPart(
  before: string,
  after: string,
): { readonly before: string | null; readonly after: string | null } {
  const [old, next] = [wordsOf(before), wordsOf(after)];
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && old[start] === next[start]) start += 1;
  if (start === old.length && start === next.length) return { before: null, after: null };
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const part = (words: readonly string[]) => {
    const [first, last] = [
      Math.max(0, start - CONTEXT_WORDS),
      words.length - Math.max(0, end - CONTEXT_WORDS),
    ];
    const text = words.slice(first, last).join(' ');
    return cutText(`${first > 0 ? '… ' : ''}${text}${last < words.length ? ' …' : ''}`, MAX_TEXT);
  };
  return { before: part(old), after: part(next) };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);
