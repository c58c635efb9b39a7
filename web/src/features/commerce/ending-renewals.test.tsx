import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { EndingRenewals } from './ending-renewals.tsx';

describe('the renewals that a bundle ends', () => {
  afterEach(cleanup);

  const open = (renewals: { title: string; date: string }[], language: 'en' | 'ar' = 'en') =>
    renderScreen(<EndingRenewals renewals={renewals} />, {
      namespaces: ['commerce'],
      session: sessionOf('customer'),
      language,
    });

  it.each([
    ['en', 'no renewal on 1 Mar 2027', /these stop renewing/],
    ['ar', 'لا تجديد في', /لن يتجدد ما يلي/],
  ] as const)('are named before it is paid: %s', async (language, day, title) => {
    const renewal = { title: 'Chest Radiography', date: '2027-03-01T09:00:00.000Z' };
    const { container } = await open([renewal], language);
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByRole('listitem')).toHaveTextContent(`Chest Radiography: ${day}`);
    await expectAccessible(container);
  });

  it('are not mentioned if there are none', async () => {
    await open([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
