import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../lib/formats.ts';

type Replaced = NonNullable<BookEdition['replaced']>;
/**
 * The users whose last day is shown. Readers: the last day is that of all. Members of an institution whose term began before
 * the replacement keep the edition until the term ends. Students who joined before keep it as long as the program has it.
 */
type Whose = 'readers' | 'terms' | 'students';
const KEYS = {
  readers: ['edition.replacedUntil', 'edition.closed'],
  terms: ['edition.replacedForTerms', 'edition.closedForTerms'],
  students: ['edition.replacedForStudents', 'edition.closedForStudents'],
} as const;

/** A book's edition in a list, and a note if a newer edition has replaced it. */
export function EditionNote({ edition, replaced, whose }: BookEdition & { whose?: Whose }) {
  return (
    <>
      <bdi>{edition}</bdi>
      {replaced && ' · '}
      {replaced && <ReplacedNote replaced={replaced} whose={whose} />}
    </>
  );
}

/** A note that a newer edition has replaced a book, with the last day of access if there is one. */
export function ReplacedNote({
  replaced,
  whose = 'readers',
}: {
  replaced: Replaced;
  whose?: Whose | undefined;
}) {
  const { t, i18n } = useTranslation('shell');
  return <>{replacedText(replaced, KEYS[whose], t, i18n.language)}</>;
}

type Words = ReturnType<typeof useTranslation<'shell'>>['t'];

function replacedText(
  { last_day: day }: Replaced,
  [open, closed]: (typeof KEYS)[Whose],
  t: Words,
  language: string,
): string {
  if (day === null) return t('edition.replaced');
  const isOver = day < new Date().toISOString().slice(0, 10);
  return t(isOver ? closed : open, { date: formatDate(day, language) });
}

/** The same as text, for options of a select: the title, and the edition if it is not the current one. */
export function useEditionText() {
  const { t } = useTranslation('shell');
  return ({ title, edition, replaced }: BookEdition & { title: string }): string =>
    replaced ? `${title} (${edition}) · ${t('edition.replaced')}` : `${title} (${edition})`;
}
