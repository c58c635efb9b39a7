import { foldText } from '@vesalius/contract/reader-text';
import { stemOf } from '@vesalius/contract/search-stems';

/*
 * The words, numbers and signs of a sentence that carry its meaning, in order. Unlike the search, which ignores many more
 * words, this keeps every word that could change a statement: negations, conditions, directions, comparisons, "may" and
 * "must".
 */

/** What may be added to or left out of a sentence without changing what it says. */
const EMPTY_WORDS = new Set(
  `a an the is are was were be been being am it its this that these those which who whom whose and as of in on at also
  there their they them has have had do does did so such own s هو هي هذا هذه ذلك تلك التي الذي الذين ان أن إن قد ثم كان كانت
  يكون تكون في و`
    .split(/\s+/)
    .map(foldText),
);

/** A sentence holds them exactly as often as the passage that supports it. */
const NEGATIONS =
  stemSet(`no not nor none never neither without unless except hardly scarcely rarely seldom barely only
  avoid avoided contraindicated contraindication unlikely lack lacks lacking absent absence fail fails failed myth incorrect
  incorrectly wrong wrongly untrue mistaken mistakenly false falsely deny denied doubt doubtful instead but although though
  however if when while whether until لا ليس ليست لم لن ولا وليس وليست ولم ولن فلا فليس غير بدون دون بلا سوى إلا لكن اذا إذا`);
/** They are not skipped between two words that a sentence takes from a passage. */
const DIRECTIONS =
  stemSet(`by from to into or than before after above below over under up down more most less least fewer
  against since during out off between left right high higher highest low lower lowest upper greater lesser
  large larger small smaller increase increased decrease decreased raise raised reduce reduced early earlier late later
  first last أو او من إلى قبل بعد فوق تحت بين`);

/** Numbers in words: compared and kept like digits. */
const NUMBER_WORDS =
  stemSet(`two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty
  ninety hundred thousand million half third quarter double once twice`);

function stemSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => stemOf(foldText(word))));
}

// Digits are compared as written: 10⁹ is not 109. A minus or a range stands directly before a digit.
const TOKEN = /\p{N}+(?:[.,٫٬]\p{N}+)*|[\p{L}\p{M}\u0640]+|[%‰°<>≤≥±×=+↑↓→←]|[-−‐–](?=\p{N})/gu;

export const isNumeric = (token: string): boolean => !/^\p{L}/u.test(token) || NUMBER_WORDS.has(token);
export const isNegation = (token: string): boolean => NEGATIONS.has(token);
export const mayBeSkipped = (token: string): boolean =>
  !isNumeric(token) && !NEGATIONS.has(token) && !DIRECTIONS.has(token);

export interface TellingToken {
  readonly stem: string;
  /** Punctuation, or the beginning of the sentence, stands before it. */
  readonly startsClause: boolean;
}
const BETWEEN_CLAUSES = /[^\p{L}\p{N}\s/'’-]/u;

export function tellingTokens(sentence: string): TellingToken[] {
  const text = sentence
    .replace(/\u00ad\s*/g, '')
    .replace(/\bcan(?:not\b|['’]t\b)/gi, 'can not')
    .replace(/n['’]t\b/gi, ' not')
    .replace(/[−‐–](?=\p{N})/gu, '-');
  const tokens: TellingToken[] = [];
  let end = 0;
  let startsClause = true;
  for (const match of text.matchAll(TOKEN)) {
    startsClause ||= BETWEEN_CLAUSES.test(text.slice(end, match.index));
    end = match.index + match[0].length;
    const stem = stemOfToken(match[0]);
    if (stem === null) continue;
    tokens.push({ stem, startsClause });
    startsClause = false;
  }
  return tokens;
}

function stemOfToken(written: string): string | null {
  if (!/^\p{L}/u.test(written)) return written;
  const word = foldText(written);
  if (word === '' || EMPTY_WORDS.has(word)) return null;
  return word === 'percent' ? '%' : stemOf(word);
}
