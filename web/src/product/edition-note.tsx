import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../lib/formats.ts';

/** A book's edition in a list, and a note if a newer edition has replaced it. */
export function EditionNote({ edition, replaced }: BookEdition) {
  return (
    <>
      <bdi>{edition}</bdi>
      {replaced && ' · '}
      {replaced && <ReplacedNote replaced={replaced} />}
    </>
  );
}

/** A note that a newer edition has replaced a book, with the last day of access if there is one. */
export function ReplacedNote({ replaced }: { replaced: NonNullable<BookEdition['replaced']> }) {
  const { t, i18n } = useTranslation('shell');
  return <>{replacedText(replaced, t, i18n.language)}</>;
}

type Words = ReturnType<typeof useTranslation<'shell'>>['t'];

function replacedText(replaced: NonNullable<BookEdition['replaced']>, t: Words, language: string): string {
  const { last_day: day } = replaced;
  if (day === null) return t('edition.replaced');
  const isOver = day < new Date().toISOString().slice(0, 10);
  return t(isOver ? 'edition.closed' : 'edition.replacedUntil', { date: formatDate(day, language) });
}

/** The same as text, for options of a select: the title, and the edition if it is not the current one. */
export function useEditionText() {
  const { t } = useTranslation('shell');
  return ({ title, edition, replaced }: BookEdition & { title: string }): string =>
    replaced ? `${title} (${edition}) · ${t('edition.replaced')}` : `${title} (${edition})`;
}
