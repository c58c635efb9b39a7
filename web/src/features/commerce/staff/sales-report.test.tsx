import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, sessionOf } from '../../../testing/render.tsx';
import { SalesReport } from './sales-report.tsx';

const month = {
  name: '2026-02',
  item_id: null,
  edition: null,
  payments: 1,
  gross: 199,
  refunded: 0,
  net: 199,
};
const open = (rows: object[] = [month], at = '/') =>
  renderScreen(<SalesReport />, {
    at,
    namespaces: ['sales'],
    session: sessionOf('staff'),
    answers: { 'GET /sales': { data: rows, total: month, from: '2025-04-01', to: '2026-03-01' } },
  });

describe('the days of the sales report', () => {
  afterEach(cleanup);

  it('are those that the server used, and a cleared or changed field stays as it is', async () => {
    const { calls } = await open();
    await waitFor(() => expect(screen.getByLabelText('From')).toHaveValue('2025-04-01'));
    expect(screen.getByLabelText('To')).toHaveValue('2026-03-01');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } });
    expect(screen.getByLabelText('From')).toHaveValue('');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-02-01' } });
    await waitFor(() => expect(calls.some((call) => call.includes('from=2026-02-01'))).toBe(true));
    expect(screen.getByLabelText('To')).toHaveValue('2026-03-01');
  });

  it('tells two editions of one title apart, in the table and in the chart', async () => {
    const row = { ...month, name: 'Twice', item_id: 'b1', edition: '1st edition' };
    await open([row, { ...row, item_id: 'b2', edition: '2nd edition' }], '/?by=item');
    const table = within(await screen.findByRole('table'));
    for (const edition of [/1st edition/, /2nd edition/]) {
      expect(table.getByRole('row', { name: edition })).toHaveTextContent('Twice');
      expect(screen.getByRole('list').textContent).toMatch(edition);
    }
  });

  it('can be listed one by one', async () => {
    const { calls } = await open();
    await userEvent.selectOptions(await screen.findByLabelText('Group by'), 'day');
    await waitFor(() => expect(calls.some((call) => call.includes('by=day'))).toBe(true));
  });
});
