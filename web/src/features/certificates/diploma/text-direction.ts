const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The direction of a line by its first letter, as `dir="auto"` has it: a Latin name on an Arabic sheet keeps its
 * hyphen and its full stop at its end. `otherwise` when it has no letter.
 */
export function directionOfText(text: string, otherwise: CanvasDirection): CanvasDirection {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return otherwise;
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** Keeps an address in one piece, read from the left, in a line of either direction. */
export const isolated = (text: string): string => `\u2066${text}\u2069`;
