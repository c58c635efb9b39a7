import type { BookHold } from '@vesalius/contract/catalogue-parts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../lib/formats.ts';

/** The words for each way to read a book; those of a year that renews name the next one. */
const KEYS = {
  subscription: 'subscription',
  package: 'package',
  program: 'program',
  institution: 'institution',
  beta: 'beta',
  director: 'director',
  assigned: 'work',
  staff: 'work',
} as const satisfies Record<BookHold['by'], string>;

/** In which way a reader has a book, and until when. */
function useHoldText() {
  const { t, i18n } = useTranslation('shell');
  return ({ by, name, until, renews }: BookHold): string => {
    const values = { name: name ?? '', date: until ? formatDate(until, i18n.language) : '' };
    if (renews && (by === 'subscription' || by === 'package')) return t(`hold.${by}Renews`, values);
    return t(`hold.${KEYS[by]}`, values);
  };
}

/** The same as a part of a page. */
export function HoldText({ hold }: { hold: BookHold }) {
  return <>{useHoldText()(hold)}</>;
}
