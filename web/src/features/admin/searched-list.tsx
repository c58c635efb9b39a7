import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { useAddressFilters } from '../../lib/use-address-filters.ts';
import { ListBar, SearchFilter } from '../../ui/list-filters.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { EmptyState } from '../../ui/states.tsx';

type List<Row> = Omit<ComponentProps<typeof RecordList<Row>>, 'keyOf' | 'addressOf' | 'empty'>;

/** A searchable list of the administration, with a link to a new entry if staff can create one. */
export function SearchedList<Row extends { readonly id: string }>({
  address: { filters, change, addressOf },
  searchLabel,
  create,
  none,
  ...list
}: List<Row> & {
  address: Pick<ReturnType<typeof useAddressFilters<'search'>>, 'filters' | 'change' | 'addressOf'>;
  searchLabel: string;
  create?: { readonly to: string; readonly label: string };
  /** Shown if there are no entries and no search. */
  none: ComponentProps<typeof EmptyState>;
}) {
  return (
    <>
      <ListBar>
        <SearchFilter label={searchLabel} value={filters.search} onChange={(search) => change({ search })} />
        {create && (
          <Button component={Link} to={create.to}>
            {create.label}
          </Button>
        )}
      </ListBar>
      <RecordList
        {...list}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={filters.search ? undefined : <EmptyState {...none} />}
      />
    </>
  );
}
