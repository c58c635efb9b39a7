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

export const storedLanguage = (): Language => (read(LANGUAGE_STORAGE_KEY) === 'ar' ? 'ar' : 'en');

export const directionOf = (language: string): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr');

/** The reader's choice, otherwise the system's preference. */
export function storedColorScheme(): ColorScheme {
  const scheme = read(THEME_KEY);
  if (scheme === 'dark' || scheme === 'light') return scheme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
