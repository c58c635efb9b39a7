const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The direction of a line by its first letter, like `dir="auto"`: a Latin name on an Arabic page keeps its hyphen and
 * its full stop at its end. Returns `otherwise` if it has no letter.
 */
export function directionOfText(text: string, otherwise: CanvasDirection): CanvasDirection {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (letter === undefined) return otherwise;
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** Isolates an address, which is read from the left, in a line of either direction. */
export const isolated = (text: string): string => `\u2066${text}\u2069`;
