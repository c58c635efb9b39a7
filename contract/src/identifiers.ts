/*
 * The numbers by which libraries and publishers identify a book. Pure functions, shared by the checks of a book folder, the search
 * and the screens.
 */

const SEPARATORS = /[\s\u00ad\u2010-\u2015\u2212-]/g;
const sumOf = (digits: string, weightAt: (index: number) => number): number =>
  [...digits].reduce((sum, digit, index) => sum + (digit === 'X' ? 10 : Number(digit)) * weightAt(index), 0);
const checkDigit13 = (twelve: string): number =>
  (10 - (sumOf(twelve, (index) => (index % 2 === 0 ? 1 : 3)) % 10)) % 10;

/** The 13 digits of an ISBN with 13 or 10 digits, with or without separators. Null = not an ISBN. */
export function isbn13Of(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^isbn(?:-1[03])?:?/i, '')
    .replace(SEPARATORS, '')
    .toUpperCase();
  if (/^97[89]\d{10}$/.test(digits))
    return checkDigit13(digits.slice(0, 12)) === Number(digits[12]) ? digits : null;
  if (!/^\d{9}[\dX]$/.test(digits) || sumOf(digits, (index) => 10 - index) % 11 !== 0) return null;
  const twelve = `978${digits.slice(0, 9)}`;
  return `${twelve}${checkDigit13(twelve)}`;
}

/** A DOI without its resolver, in lower case, the same for all spellings. Null = not a DOI. */
export function doiOf(text: string): string | null {
  const doi = text
    .trim()
    .replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '')
    .toLowerCase();
  return /^10\.\d{4,9}(?:\.\d+)*\/\S+$/.test(doi) ? doi : null;
}

/** The ISBN or DOI that was typed, or null. */
export const identifierOf = (text: string): string | null => isbn13Of(text) ?? doiOf(text);

export const SUBJECT_SCHEMES = ['mesh', 'bisac'] as const;
export type SubjectScheme = (typeof SUBJECT_SCHEMES)[number];
const SUBJECT_CODES: Readonly<Record<SubjectScheme, RegExp>> = {
  // A descriptor's unique id.
  mesh: /^D\d{6}(\d{3})?$/,
  bisac: /^[A-Z]{3}\d{6}$/,
};
/** What somebody typed, if it has the form of a subject code. */
export function subjectCodeOf(text: string): string | null {
  const code = text.trim().toUpperCase();
  return SUBJECT_SCHEMES.some((scheme) => isSubjectCode(scheme, code)) ? code : null;
}

export const isSubjectCode = (scheme: SubjectScheme, code: string): boolean =>
  SUBJECT_CODES[scheme].test(code);
