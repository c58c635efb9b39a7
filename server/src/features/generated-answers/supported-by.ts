import { isNegation, isNumeric, mayBeSkipped, tellingTokens } from './telling-tokens.ts';

/** A shorter sentence says nothing that could be checked. */
const MIN_TOKENS = 3;
/** Of the words between the first and the last that a sentence takes from a passage, it holds at least so many. */
const MIN_SHARE = 0.5;
/** A sentence may join two neighboring ones. */
const MAX_JOINED = 2;

/**
 * Whether a passage says what a sentence says. Its telling words, numbers, units and signs must all be in one or two
 * neighboring sentences of the passage, in the same order; between them no number, no unit and no word that turns the
 * meaning may be skipped, and both hold the same negations. A sentence can therefore shorten what the book says, not add to it. This is
 * stricter than a share of common words: "5 mg of A, 10 mg of B" shares all words with "10 mg of A, 5 mg of B".
 */
export function isSupportedBy(sentence: string, passage: readonly string[]): boolean {
  const wanted = tellingTokens(sentence);
  if (wanted.length < MIN_TOKENS) return false;
  const sentences = passage.map(tellingTokens);
  return sentences.some((_, from) =>
    Array.from({ length: MAX_JOINED }, (_unused, more) => sentences.slice(from, from + more + 1).flat()).some(
      (held) => hasSameNegations(wanted, held) && isHeldInOrder(wanted, held),
    ),
  );
}

function hasSameNegations(wanted: readonly string[], held: readonly string[]): boolean {
  const of = (tokens: readonly string[]) => tokens.filter(isNegation).sort().join(' ');
  return of(wanted) === of(held);
}

const isHeldInOrder = (wanted: readonly string[], held: readonly string[]): boolean =>
  held.some((token, start) => token === wanted[0] && isHeldFrom(start, wanted, held));

function isHeldFrom(start: number, wanted: readonly string[], held: readonly string[]): boolean {
  // "Up to", "less than" and a sign belong to the number after them.
  if (start > 0 && !mayBeSkipped(held[start - 1] as string)) return false;
  let next = 0;
  for (let at = start; at < held.length; at += 1) {
    const token = held[at] as string;
    const isUnit = at > start && isNumeric(held[at - 1] as string);
    if (token === wanted[next]) next += 1;
    else if (isUnit || !mayBeSkipped(token)) return false;
    // A number at the end has its unit as well, if a word follows it.
    const isComplete = !isNumeric(token) || at === held.length - 1;
    if (next === wanted.length && isComplete) return wanted.length / (at - start + 1) >= MIN_SHARE;
  }
  return false;
}
