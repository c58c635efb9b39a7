import { useQuery } from '@tanstack/react-query';
import type { ProgramRow } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import type { Column } from '../../ui/record-list.tsx';
import { programsOptions } from './catalogue-api.ts';
import { SearchedList } from './searched-list.tsx';

export function ProgramsList() {
  const { t, i18n } = useTranslation('listings');
  const address = useAddressFilters(['search']);
  const query = useQuery(programsOptions({ page: address.page, search_term: address.filters.search }));
  const figure = (key: 'book_count' | 'director_count' | 'student_count', label: string) => ({
    key,
    label,
    isFigure: true,
    cell: (row: ProgramRow) => formatNumber(row[key], i18n.language),
  });
  const columns: Column<ProgramRow>[] = [
    {
      key: 'name',
      label: t('name'),
      cell: ({ id, name, institution_name: institution }) => (
        <>
          <Link to={paths.adminProgram.to(id)}>
            <bdi>{name}</bdi>
          </Link>
          {institution && (
            <small>
              <bdi>{institution}</bdi>
            </small>
          )}
        </>
      ),
    },
    figure('book_count', t('column.books')),
    figure('director_count', t('program.directors')),
    figure('student_count', t('column.students')),
  ];
  return (
    <SearchedList
      label={t('program.title')}
      searchLabel={t('program.search')}
      address={address}
      query={query}
      columns={columns}
      create={{ to: paths.adminProgram.to('new'), label: t('program.new') }}
      none={{ title: t('program.noneTitle'), hint: t('program.noneHint') }}
    />
  );
}
