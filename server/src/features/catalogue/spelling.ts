/** British spelling on the left, American on the right. */
const VARIANTS: readonly (readonly [RegExp, string])[] = [
  [/ae|oe/g, 'e'],
  [/our/g, 'or'],
  [/ph/g, 'f'],
  [/leuk/g, 'leuc'],
  [/([iy])z/g, '$1s'],
  [/ll/g, 'l'],
  [/([btv])re(s?)$/, '$1er$2'],
];

/**
 * The same key for "hyperkalaemia" and "hyperkalemia", "tumour" and "tumor", "fibre" and "fiber". For a folded word.
 */
const spellingKey = (word: string): string =>
  VARIANTS.reduce((key, [written, same]) => key.replace(written, same), word);

/** Whether `word` equals the typed one, or continues it, in another spelling. */
export const isSameWord = (word: string, typed: string): boolean =>
  spellingKey(word).startsWith(spellingKey(typed));
