import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { UsageTable } from './usage-table.tsx';

const INSTITUTION = '0197a000-0000-7000-8000-00000000000a';
const report = (...performances: object[]) => ({
  Report_Items: performances.map((Performance) => ({ Attribute_Performance: [{ Performance }] })),
});
const ANSWERS = {
  tr_b3: report(
    {
      Total_Item_Requests: { '2026-01': 1200, '2026-03': 4 },
      Unique_Title_Requests: { '2026-01': 30 },
      Total_Item_Investigations: { '2026-01': 1300 },
    },
    { Total_Item_Requests: { '2026-01': 34 } },
  ),
  tr_b2: report({ No_License: { '2026-02': 7 } }),
};
function open(language: 'en' | 'ar', answers: Record<'tr_b2' | 'tr_b3', object> = ANSWERS) {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('tr_b2') ? answers.tr_b2 : answers.tr_b3),
  );
  return renderScreen(<UsageTable institutionId={INSTITUTION} begin="2026-01" end="2026-03" />, {
    namespaces: ['institutions'],
    session: sessionOf('customer', { managesInstitution: true }),
    language,
  });
}
afterEach(() => vi.unstubAllGlobals());

it.each(['en', 'ar'] as const)('sums the reports by month, the latest first, in %s', async (language) => {
  const { container } = await open(language);
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  const numbers = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(1)
      .map(({ textContent }) => textContent),
  );
  expect(numbers).toEqual([
    ['4', '0', '0', '0'],
    ['0', '0', '0', '7'],
    ['1,234', '30', '1,300', '0'],
    ['1,238', '30', '1,300', '7'],
  ]);
  await expectAccessible(container);
});

it('says that the current month is not over', async () => {
  const month = new Date().toISOString().slice(0, 7);
  vi.stubGlobal('fetch', async () => Response.json(report({ Total_Item_Requests: { [month]: 3 } })));
  await renderScreen(<UsageTable institutionId={INSTITUTION} begin="2026-01" end={month} />, {
    namespaces: ['institutions'],
    session: sessionOf('customer', { managesInstitution: true }),
  });
  expect(await screen.findByRole('cell', { name: / \(so far\)$/ })).toBeVisible();
});

it('says that nothing was used', async () => {
  await open('en', { tr_b3: report(), tr_b2: report() });
  expect(await screen.findByText('No use in these months')).toBeVisible();
});
