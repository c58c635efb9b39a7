import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useAddressFilters } from '../lib/use-address-filters.ts';
import { expectAccessible, renderScreen } from '../testing/render.tsx';
import { type Column, RecordList } from './record-list.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly uses: number;
}
const columns: Column<Row>[] = [
  { key: 'name', label: 'Name', isSortable: true, cell: ({ name }) => name },
  { key: 'uses', label: 'Uses', cell: ({ uses }) => uses },
  { key: 'acts', label: 'Actions', isUnlabeled: true, cell: () => <button type="button">End</button> },
];
function List({ rows, pages }: { rows: readonly Row[]; pages: number }) {
  const { filters, page, change, addressOf } = useAddressFilters(['sort']);
  const query = {
    data: { data: rows, metadata: { count: 21, currentPage: page, pages } },
    refetch: () => {},
  };
  return (
    <RecordList
      label="Codes"
      query={query}
      columns={columns}
      keyOf={({ id }) => id}
      addressOf={addressOf}
      sorting={{ by: filters.sort, onSort: (sort) => change({ sort }) }}
    />
  );
}
const rows: Row[] = [{ id: '1', name: 'HALF', uses: 3 }];

it('labels every value for narrow screens, but not the buttons', async () => {
  const { container } = await renderScreen(<List rows={rows} pages={2} />);
  const cells = screen.getAllByRole('cell');
  expect(cells.map((cell) => cell.dataset.label)).toEqual(['Name', 'Uses', undefined]);
  expect(screen.getByText('21 entries')).toBeInTheDocument();
  await expectAccessible(container);
});

it('reverses the order when the same column is pressed again, and goes to the first page', async () => {
  const { location } = await renderScreen(<List rows={rows} pages={2} />, { at: '/?page=2' });
  const head = screen.getByRole('columnheader', { name: /^Name/ });
  expect(head).toHaveAttribute('aria-sort', 'none');
  within(head).getByRole('button').click();
  await waitFor(() => expect(head).toHaveAttribute('aria-sort', 'ascending'));
  expect(location()).toBe('/?sort=name');
  within(head).getByRole('button').click();
  await waitFor(() => expect(head).toHaveAttribute('aria-sort', 'descending'));
  expect(location()).toBe('/?sort=-name');
});

it('goes to the last existing page when its own page is gone', async () => {
  const { location } = await renderScreen(<List rows={[]} pages={2} />, { at: '/?page=4' });
  await waitFor(() => expect(location()).toBe('/?page=2'));
});
