import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../testing/open-reader.tsx';

beforeAll(stubLayout);
beforeEach(() => localStorage.clear());

it.each(['page', 'text'])(
  'F6 moves between the parts of the screen, there and back, in the %s view',
  async (view) => {
    await openReader(bookPages(), { slots: { PagePanel: () => <a href="/lecture">A lecture</a> } });
    if (view === 'text') await userEvent.keyboard('t');
    await userEvent.keyboard('b');
    const parts = [
      screen.getByRole('link', { name: 'Back to the book' }),
      await screen.findByRole('tab', { selected: true }),
      screen.getByRole('region', { name: /^Pages of/ }),
      await screen.findByRole('link', { name: 'A lecture' }),
    ];
    parts[0]?.focus();
    for (const at of [1, 2, 3, 0]) {
      await userEvent.keyboard('{F6}');
      expect(parts[at]).toHaveFocus();
    }
    for (const at of [3, 2, 1, 0]) {
      await userEvent.keyboard('{Shift>}{F6}{/Shift}');
      expect(parts[at]).toHaveFocus();
    }
  },
);
