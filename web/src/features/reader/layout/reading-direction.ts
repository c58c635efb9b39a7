import { baseLanguage } from '../../../lib/language-tags.ts';

/** Languages whose books are bound on the right. */
const FROM_THE_RIGHT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

/** Whether a book in this language is read from right to left; the language may have a region (`fa-IR`). */
export const isFromTheRight = (language: string): boolean => FROM_THE_RIGHT.has(baseLanguage(language));
