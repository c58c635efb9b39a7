import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProgramRow } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { ListBar, SearchFilter } from '../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { programsOptions } from './catalogue-api.ts';

export function ProgramsList() {
  const { t, i18n } = useTranslation('listings');
  const { filters, page, change, addressOf } = useAddressFilters(['search']);
  const query = useQuery(programsOptions({ page, search_term: filters.search }));
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
    <>
      <ListBar>
        <SearchFilter
          label={t('program.search')}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <Button component={Link} to={paths.adminProgram.to('new')}>
          {t('program.new')}
        </Button>
      </ListBar>
      <RecordList
        label={t('program.title')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={
          filters.search ? undefined : (
            <EmptyState title={t('program.noneTitle')} hint={t('program.noneHint')} />
          )
        }
      />
    </>
  );
}
