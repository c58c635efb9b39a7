import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen, sessionOf } from '../../testing/render.tsx';
import { UsageReports } from './usage-reports.tsx';

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ Report_Items: [] })));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['2026-11-22T09:00:00Z', '2025-11', '2026-10'],
  ['2026-01-31T23:30:00Z', '2025-01', '2025-12'],
])('on %s offers the months that are over, a year of them', async (now, first, last) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  await renderScreen(<UsageReports institutionId="0197a000-0000-7000-8000-00000000000a" />, {
    namespaces: ['institutions'],
    session: sessionOf('customer', { managesInstitution: true }),
  });
  expect(screen.getByLabelText('From')).toHaveValue(first);
  expect(screen.getByLabelText('To')).toHaveValue(last);
});

it('says at its field that the months are in the wrong order', async () => {
  await renderScreen(<UsageReports institutionId="0197a000-0000-7000-8000-00000000000a" />, {
    namespaces: ['institutions'],
    session: sessionOf('customer', { managesInstitution: true }),
  });
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-10' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01' } });
  expect(screen.getByLabelText('To')).toHaveAccessibleDescription('This month is before the first one.');
  expect(screen.getByRole('button', { name: /TR_B1/ })).toBeDisabled();
});
