import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../lib/formats.ts';

/** What a list says of a book: its edition, and that a newer one has taken its place. */
export function EditionNote({ edition, replaced }: BookEdition) {
  return (
    <>
      <bdi>{edition}</bdi>
      {replaced && ' · '}
      {replaced && <ReplacedNote replaced={replaced} />}
    </>
  );
}

/** That a newer edition has taken the place of a book, with the last day where there is one. */
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

/** The same as text, for the options of a field: the title, and the edition where that is not the current one. */
export function useEditionText() {
  const { t } = useTranslation('shell');
  return ({ title, edition, replaced }: BookEdition & { title: string }): string =>
    replaced ? `${title} (${edition}) · ${t('edition.replaced')}` : `${title} (${edition})`;
}
