import type { Language } from '@vesalius/contract/constants';
import { plainName } from '@vesalius/contract/links';

/** Null: nothing of the name is left that a letter may contain, such as of one that consists of emoji. */
export function nameOrNull(name: string): string | null {
  const plain = plainName(name);
  return /[\p{L}\p{N}]/u.test(plain) ? plain : null;
}

const GREETED = { en: 'there', ar: 'بك' };
const OTHERS = { en: 'a user', ar: 'أحد المستخدمين' };

/** After "Hello" and "مرحبًا". */
export const greetedName = (language: Language, firstName: string): string =>
  nameOrNull(firstName) ?? GREETED[language];

/** Of another user than the reader of the letter. */
export const nameInLetter = (language: Language, name: string): string =>
  nameOrNull(name) ?? OTHERS[language];
