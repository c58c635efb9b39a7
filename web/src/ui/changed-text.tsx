import { changedWords } from '../lib/changed-words.ts';

/** Shorter texts are easier to read one after the other (characters). */
const MIN_COMPARED_LENGTH = 60;
/** Only compared texts are shown in full (characters). */
const MAX_LENGTH = 300;
const cut = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

/** A text before and after a change: the changed words of a long one. */
export function ChangedText({ before, after }: { before: string | null; after: string | null }) {
  if (before === null || after === null || Math.max(before.length, after.length) < MIN_COMPARED_LENGTH)
    return (
      <>
        {before !== null && <del dir="auto">{cut(before)}</del>}{' '}
        {after !== null && <ins dir="auto">{cut(after)}</ins>}
      </>
    );
  return changedWords(before, after).map(({ kind, text }, index) => {
    const Tag = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span';
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are always replaced as a whole
    return <Tag key={index}>{text}</Tag>;
  });
}
