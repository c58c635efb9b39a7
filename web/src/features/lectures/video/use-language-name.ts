import { useTranslation } from 'react-i18next';

const NAMED_LANGUAGES = ['en', 'ar', 'de', 'fr', 'es'] as const;
type NamedLanguage = (typeof NAMED_LANGUAGES)[number];
const isNamed = (language: string): language is NamedLanguage =>
  NAMED_LANGUAGES.includes(language as NamedLanguage);

/** A language's name in that language, if known. */
export function useLanguageName(): (language: string) => string {
  const { t } = useTranslation('lectures');
  return (language) => (isNamed(language) ? t(`video.language.${language}`) : language);
}
