const FROM_THE_RIGHT = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu;
const LETTERS = /\p{L}/gu;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * The direction of a piece of a sentence: from the right if a third of its letters run so, because Arabic names measured values
 * in Latin letters. `dir="auto"` takes the direction of the first letter: a piece that begins with "pH 7.36" would run
 * from the left, with the values before their names.
 */
export const textDirection = (text: string): 'rtl' | 'ltr' =>
  count(text, FROM_THE_RIGHT) * 3 > count(text, LETTERS) ? 'rtl' : 'ltr';

export const directionOfParts = (parts: readonly { readonly text: string }[]): 'rtl' | 'ltr' =>
  textDirection(parts.map(({ text }) => text).join(''));
