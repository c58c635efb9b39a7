/** A piece of a changed text. */
export interface ChangedPiece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Comparing more pairs of words takes too long: what lies between the equal ends is then one change. */
const MAX_PAIRS = 400_000;
/** Of the words between two changes, so many stay on each side. */
const CONTEXT_WORDS = 6;

const wordsOf = (text: string): string[] => text.match(/\s*\S+/g) ?? [];

/** The words that were removed and added, with a few unchanged words around them. */
export function changedWords(before: string, after: string): ChangedPiece[] {
  const [old, next] = [wordsOf(before), wordsOf(after)];
  const isSame = (a: string | undefined, b: string | undefined) => a?.trim() === b?.trim();
  let start = 0;
  while (start < Math.min(old.length, next.length) && isSame(old[start], next[start])) start += 1;
  let end = 0;
  const most = Math.min(old.length, next.length) - start;
  while (end < most && isSame(old.at(-1 - end), next.at(-1 - end))) end += 1;
  const [removed, added] = [old.slice(start, old.length - end), next.slice(start, next.length - end)];
  return shortened([
    ...next.slice(0, start).map((text): ChangedPiece => ({ kind: 'same', text })),
    ...comparedWords(removed, added),
    ...next.slice(next.length - end).map((text): ChangedPiece => ({ kind: 'same', text })),
  ]);
}

/** By the longest common subsequence. */
function comparedWords(old: readonly string[], next: readonly string[]): ChangedPiece[] {
  const piece = (kind: ChangedPiece['kind']) => (text: string) => ({ kind, text });
  if (old.length * next.length > MAX_PAIRS)
    return [...old.map(piece('removed')), ...next.map(piece('added'))];
  const width = next.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  const isSame = (i: number, j: number) => old[i]?.trim() === next[j]?.trim();
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = isSame(i, j)
        ? lengthAt(i + 1, j + 1) + 1
        : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const pieces: ChangedPiece[] = [];
  for (let i = 0, j = 0; i < old.length || j < next.length; ) {
    if (i < old.length && j < next.length && isSame(i, j)) {
      pieces.push({ kind: 'same', text: next[j] ?? '' });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === next.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      pieces.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      pieces.push({ kind: 'added', text: next[j] ?? '' });
      j += 1;
    }
  }
  return pieces;
}

/** Joins neighbors, and leaves out words far from every change. */
function shortened(words: readonly ChangedPiece[]): ChangedPiece[] {
  const runs: { kind: ChangedPiece['kind']; words: string[] }[] = [];
  for (const { kind, text } of words) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.words.push(text);
    else runs.push({ kind, words: [text] });
  }
  return runs.map(({ kind, words: all }, index) => {
    const [isFirst, isLast] = [index === 0, index === runs.length - 1];
    const kept = (isFirst ? 0 : CONTEXT_WORDS) + (isLast ? 0 : CONTEXT_WORDS);
    if (kind !== 'same' || all.length <= kept) return { kind, text: all.join('') };
    const head = isFirst ? '' : all.slice(0, CONTEXT_WORDS).join('');
    const tail = isLast ? '' : all.slice(-CONTEXT_WORDS).join('');
    return { kind, text: `${head} … ${tail.trimStart()}` };
  });
}
