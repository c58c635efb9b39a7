import type { Language } from '@vesalius/contract/constants';
import { plainName } from '@vesalius/contract/links';

const MAX_LENGTH = 60;
const MAX_DIGITS = 2;
/** Of a full name: two given names, a surname of two words and one more. */
const MAX_WORDS = 5;
/** Parts of names in many languages that make a long name no sentence. Titles and initials end with a dot. */
const PARTICLES =
  /^(abd|abu|al|ap|bin|bint|ibn|da|das|de|del|della|den|der|des|di|do|dos|du|e|el|i|la|las|le|los|san|santa|te|ten|ter|und|van|von|y|zu|zur|أبو|أبي|ابن|بن|بنت|عبد|آل)$/iu;

/** A name that is a message, such as one with a telephone number: whoever it is sent to would read it as ours. */
function readsAsMessage(plain: string): boolean {
  if (plain.length > MAX_LENGTH || (plain.match(/\p{N}/gu) ?? []).length > MAX_DIGITS) return true;
  const words = plain.split(/[\s,()]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.filter((word) => !word.endsWith('.') && !PARTICLES.test(word)).length > MAX_WORDS;
}

/** Null: nothing of the name is left that a letter may contain, such as of one that consists of emoji. */
function nameOrNull(name: string): string | null {
  const plain = plainName(name);
  return /[\p{L}\p{N}]/u.test(plain) ? plain : null;
}

/** Of another user than the reader of the letter, who may not know them. Null: the letter does without it. */
export function nameOfOther(name: string): string | null {
  const plain = nameOrNull(name);
  return plain === null || readsAsMessage(plain) ? null : plain;
}

const GREETED = { en: 'there', ar: 'بك' };
const OTHERS = { en: 'a user', ar: 'أحد المستخدمين' };

/** After "Hello" and "مرحبًا". */
export const greetedName = (language: Language, firstName: string): string =>
  nameOrNull(firstName) ?? GREETED[language];

/** As `nameOfOther`, or words in its place. */
export const nameInLetter = (language: Language, name: string): string =>
  nameOfOther(name) ?? OTHERS[language];
