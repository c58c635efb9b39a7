import { isNegation, isNumeric, mayBeSkipped, type TellingToken, tellingTokens } from './telling-tokens.ts';

/** A sentence with fewer tokens cannot be checked. */
const MIN_TOKENS = 3;
/** The smallest share of the book's sentence, up to the last word that both have, that a shorter sentence must keep. */
const MIN_SHARE = 0.5;

/**
 * Whether one sentence of the passage supports the given sentence. All significant words, numbers, units and signs of the
 * given sentence must be in it, in the same order, from its beginning (the subject) to the end of a clause. The given
 * sentence may leave out other words, but no number, no unit and no word that changes the meaning, and must have the same
 * negations and conditions. So it can shorten what the book says, and cannot add to it. Counting common words would not be
 * enough: "5 mg of A, 10 mg of B" has the same words as "10 mg of A, 5 mg of B".
 */
export function isSupportedBy(sentence: string, passage: readonly string[]): boolean {
  const wanted = tellingTokens(sentence).map(({ stem }) => stem);
  if (wanted.length < MIN_TOKENS) return false;
  return passage.some((each) => {
    const held = tellingTokens(each);
    return hasSameNegations(wanted, held) && isHeldInOrder(wanted, held);
  });
}

function hasSameNegations(wanted: readonly string[], held: readonly TellingToken[]): boolean {
  const negationsOf = (stems: readonly string[]) => stems.filter(isNegation).sort().join(' ');
  return negationsOf(wanted) === negationsOf(held.map(({ stem }) => stem));
}

function isHeldInOrder(wanted: readonly string[], held: readonly TellingToken[]): boolean {
  if (held[0]?.stem !== wanted[0]) return false;
  let next = 0;
  let isAfterNumber = false;
  for (const [at, { stem }] of held.entries()) {
    if (stem === wanted[next]) next += 1;
    else if (isAfterNumber || !mayBeSkipped(stem)) return false;
    if (next === wanted.length)
      return (held[at + 1]?.startsClause ?? true) && wanted.length / (at + 1) >= MIN_SHARE;
    isAfterNumber = isNumeric(stem);
  }
  return false;
}
