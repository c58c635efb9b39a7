/** "All of the above" must stay last, wherever the other choices are put. */
const STAYS_LAST = /\b(?:all|none|both|neither|any|either) of (?:the )?(?:above|these|them|those)\b/i;
export const staysLast = (answer: string): boolean => STAYS_LAST.test(answer);

/** `A and C`, `both a and b`, `1, 2 and 3`, `choice B`: the label of a choice next to another one. */
const LABEL = '\\(?(?:[a-h]|[1-8]|i{1,3}|iv|v)\\)?';
const NAMES_OTHERS = new RegExp(
  `(?:^|\\b(?:both|neither|either|only|choices?|answers?|options?|statements?)\\s+)${LABEL}(?:\\s*,\\s*${LABEL})*\\s*,?\\s*(?:and|or|nor|&|\\+)\\s*${LABEL}(?![\\w-])|\\b(?:choice|answer|option)\\s+${LABEL}(?![\\w-])`,
  'i',
);
/** A number with or without sign, unit, or a second number: `12`, `-5 %`, `3.5 mg/dL`, `10–20 mmHg`, `> 40`. */
const NUMBER = /^[<>≤≥~±]?\s*([-−+]?\d[\d.,]*)(?:\s*(?:[-–—]|to)\s*\d[\d.,]*)?\s*([^\d\s].*)?$/u;

/**
 * Whether the order of the choices has a meaning: one refers to others by their labels, or all are numbers of one series. Not
 * called for a question that itself says whether to keep its order (`keep_order`).
 */
export function isOrdered(answers: readonly string[]): boolean {
  return answers.some((answer) => NAMES_OTHERS.test(answer.trim())) || isSeries(answers);
}

function isSeries(answers: readonly string[]): boolean {
  const numbers: number[] = [];
  const units = new Set<string>();
  for (const answer of answers) {
    const match = NUMBER.exec(answer.trim());
    if (!match) return false;
    numbers.push(Number((match[1] as string).replace('−', '-').replaceAll(',', '')));
    units.add((match[2] ?? '').trim().toLowerCase());
  }
  const rises = numbers.every((value, index) => index === 0 || value >= (numbers[index - 1] as number));
  const falls = numbers.every((value, index) => index === 0 || value <= (numbers[index - 1] as number));
  return numbers.length > 2 && units.size === 1 && (rises || falls);
}
