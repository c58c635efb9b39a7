import { LANGUAGE_STORAGE_KEY, type Language } from '@vesalius/contract/constants';

/* Language and theme as this browser stores them: an inline script applies them before the first paint. */

export type ColorScheme = 'light' | 'dark';
export const THEME_KEY = 'theme';
export const COLOR_SCHEME_ATTRIBUTE = 'data-mantine-color-scheme';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The reader's choice; before it, the first language of the browser that we have, otherwise English. */
export function storedLanguage(): Language {
  const stored = read(LANGUAGE_STORAGE_KEY);
  if (stored !== null) return stored === 'ar' ? 'ar' : 'en';
  const first = navigator.languages.find((language) => /^(ar|en)\b/i.test(language));
  return first?.toLowerCase().startsWith('ar') ? 'ar' : 'en';
}

export const directionOf = (language: string): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr');

/** The reader's choice, otherwise the system's preference. */
export function storedColorScheme(): ColorScheme {
  const scheme = read(THEME_KEY);
  if (scheme === 'dark' || scheme === 'light') return scheme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
