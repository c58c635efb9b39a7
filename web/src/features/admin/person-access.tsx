import { SegmentedControl, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PersonAccess as Access } from '@vesalius/contract/admin-people';
import { useTranslation } from 'react-i18next';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { ReplacedNote } from '../../product/edition-note.tsx';
import { ListBar, SearchFilter } from '../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './admin.module.css';
import { personAccessOptions } from './api.ts';

const WHICH = ['readable', 'all'] as const;

/** The books that a person can open, with the reasons of the access policy. */
export function PersonAccess({ personId }: { personId: string }) {
  const { t } = useTranslation('admin');
  const { filters, page, change, addressOf } = useAddressFilters(['books', 'book'], 'books_page');
  const which = filters.books === 'all' ? 'all' : 'readable';
  const isUnfiltered = which === 'readable' && !filters.book;
  const wish = { page, search_term: filters.book, readable: which === 'readable' };
  const query = useQuery(personAccessOptions(personId, wish));
  const columns: Column<Access>[] = [
    {
      key: 'book',
      label: t('access.book'),
      cell: ({ title, replaced }) => (
        <>
          <bdi>{title}</bdi>
          {replaced && (
            <small>
              <ReplacedNote replaced={replaced} />
            </small>
          )}
        </>
      ),
    },
    {
      key: 'opens',
      label: t('access.opens'),
      cell: ({ granted }) => t(granted ? 'access.whole' : 'access.preview'),
    },
    {
      key: 'why',
      label: t('access.why'),
      cell: ({ reasons }) => reasons.map((reason) => t(`reason.${reason}`)).join(', ') || '–',
    },
  ];
  return (
    <section>
      <Title order={2} size="h3" id="person-access">
        {t('access.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('access.intro')}
      </Text>
      <ListBar>
        <SegmentedControl
          aria-labelledby="person-access"
          classNames={{ label: classes.oneLine ?? '' }}
          value={which}
          onChange={(value) => change({ books: value === 'all' ? 'all' : null })}
          data={WHICH.map((value) => ({ value, label: t(`access.${value}`) }))}
        />
        <SearchFilter label={t('access.search')} value={filters.book} onChange={(book) => change({ book })} />
      </ListBar>
      <RecordList
        label={t('access.title')}
        query={query}
        columns={columns}
        keyOf={({ book_id }) => book_id}
        addressOf={addressOf}
        empty={
          isUnfiltered ? <EmptyState title={t('access.noneTitle')} hint={t('access.noneHint')} /> : undefined
        }
      />
    </section>
  );
}
