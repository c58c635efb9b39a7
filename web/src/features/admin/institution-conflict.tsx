import { Alert, Button } from '@mantine/core';
import type { Institution } from '@vesalius/contract/admin-institutions';
import { useTranslation } from 'react-i18next';
import { dayOf } from '../../lib/days.ts';
import { formatDate } from '../../lib/formats.ts';

interface Typed {
  readonly name: string;
  readonly from: string;
  readonly until: string;
  readonly seats: number | string;
  readonly domains: readonly string[];
  readonly book_ids: readonly string[];
}

/** Another user stored the institution while the form was open: shows the stored values beside those of the form. */
export function InstitutionConflict({
  institution,
  values,
  titles,
  onTake,
}: {
  institution: Institution;
  values: Typed;
  /** Titles by id, of the books that the page knows. */
  titles: ReadonlyMap<string, string>;
  onTake: () => void;
}) {
  const { t, i18n } = useTranslation('admin');
  const day = (text: string) => (text ? formatDate(text, i18n.language) : '');
  const added = values.book_ids.filter((id) => !titles.has(id)).length;
  const kept = values.book_ids.flatMap((id) => titles.get(id) ?? []);
  const seats = (count: number | string | null) => (count === null ? '' : String(count));
  const list = (texts: readonly string[]) => [...texts].sort().join(', ');
  const rows = [
    ['name', institution.name, values.name],
    ['from', day(dayOf(institution.starts_at)), day(values.from)],
    ['until', day(dayOf(institution.ends_at)), day(values.until)],
    ['seats', seats(institution.seats), seats(values.seats)],
    ['domains', list(institution.domains), list(values.domains)],
    [
      'books',
      list(institution.books.map(({ title }) => title)),
      [list(kept), ...(added > 0 ? [`+${added}`] : [])].filter(Boolean).join(', '),
    ],
  ] as const;
  return (
    <Alert color="oxblood" role="alert">
      {t('institution.conflict')}
      <ul>
        {rows.flatMap(([field, stored, yours]) =>
          stored === yours
            ? []
            : [
                <li key={field}>
                  {t('institution.theirs', {
                    field: t(`institution.${field}`),
                    stored: stored || t('institution.nothing'),
                    yours: yours || t('institution.nothing'),
                  })}
                </li>,
              ],
        )}
      </ul>
      <Button variant="default" size="compact-sm" onClick={onTake}>
        {t('institution.takeTheirs')}
      </Button>
    </Alert>
  );
}
