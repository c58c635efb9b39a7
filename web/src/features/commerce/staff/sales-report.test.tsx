import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, sessionOf } from '../../../testing/render.tsx';
import { SalesReport } from './sales-report.tsx';

const month = { name: '2026-02', payments: 1, gross: 199, refunded: 0, net: 199 };
const open = () =>
  renderScreen(<SalesReport />, {
    namespaces: ['sales'],
    session: sessionOf('staff'),
    answers: { 'GET /sales': { data: [month], total: month, from: '2025-04-01', to: '2026-03-01' } },
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

  it('can be listed one by one', async () => {
    const { calls } = await open();
    await userEvent.selectOptions(await screen.findByLabelText('Group by'), 'day');
    await waitFor(() => expect(calls.some((call) => call.includes('by=day'))).toBe(true));
  });
});
