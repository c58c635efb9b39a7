import { isNegation, isNumeric, mayBeSkipped, type TellingToken, tellingTokens } from './telling-tokens.ts';

/** A shorter sentence says nothing that could be checked. */
const MIN_TOKENS = 3;
/** Of the words up to the last that it takes from a sentence of the book, it holds at least so many. */
const MIN_SHARE = 0.5;

/**
 * Whether a passage says what a sentence says. Its telling words, numbers, units and signs must all be in one sentence of the
 * passage, in the same order, from the beginning of that sentence (its subject) to the end of a clause. Between them no
 * number, no unit and no word that turns the meaning may be skipped, and both sentences hold the same negations and
 * conditions. A sentence can therefore shorten what the book says, not add to it. This is stricter than a share of common
 * words: "5 mg of A, 10 mg of B" shares all words with "10 mg of A, 5 mg of B".
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
