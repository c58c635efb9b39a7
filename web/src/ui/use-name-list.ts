import { useTranslation } from 'react-i18next';

/** So many people are named in a message; the others are counted. */
const MAX_NAMES = 3;

/** The people whom an act concerned, in words: "Ana, Ben, Carl, and 4 others". */
export function useNameList() {
  const { t, i18n } = useTranslation('imports');
  return (names: readonly string[], count = names.length): string => {
    const named = names.slice(0, MAX_NAMES);
    const others = count - named.length;
    const parts = others > 0 ? [...named, t('others', { count: others })] : named;
    return new Intl.ListFormat(i18n.language).format(parts);
  };
}
