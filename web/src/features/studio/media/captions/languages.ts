import { languageName } from '../../../../lib/language-tags.ts';

/**
 * Languages for captions on the desk: the most common teaching languages. Others come from a file's name or the
 * fields below.
 */
const LANGUAGES = [
  ...['ar', 'cs', 'da', 'de', 'el', 'en', 'es', 'fa', 'fi', 'fr', 'he', 'hi', 'hu', 'id', 'it', 'ja', 'ko'],
  ...['ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sv', 'th', 'tr', 'uk', 'ur', 'vi', 'zh'],
];

/** Sorted by name in the language of the screen, including the chosen one. */
export function languageChoices(chosen: string, screen: string): { value: string; label: string }[] {
  const codes = LANGUAGES.includes(chosen) || chosen === '' ? LANGUAGES : [...LANGUAGES, chosen];
  return codes
    .map((value) => ({ value, label: languageName(value, screen) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, screen));
}

/** The language in names such as "valve.en.vtt" and "valve_ar.srt". */
export function languageOfName(name: string): string | null {
  const code = /[._-]([a-z]{2})(?:-[a-z0-9]+)?\.[a-z]+$/i.exec(name)?.[1]?.toLowerCase();
  return code && LANGUAGES.includes(code) ? code : null;
}
