const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** The direction of a text by its first letter, for what stands beside it and may have no letters. Undefined: the page's. */
export function directionOf(text: string): 'rtl' | 'ltr' | undefined {
  const first = /\p{L}/u.exec(text)?.[0];
  if (first === undefined) return undefined;
  return FROM_THE_RIGHT.test(first) ? 'rtl' : 'ltr';
}
