import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen } from '../testing/render.tsx';
import { PartBoundary } from './part-boundary.tsx';

// React reports what a boundary catches.
afterEach(() => void vi.mocked(console.error).mockClear());

it.each([
  ['en', 'This part could not be shown.', 'Try again'],
  ['ar', 'تعذّر عرض هذا الجزء.', 'حاول مرة أخرى'],
] as const)(
  'a part that fails leaves the rest of the screen, and can be tried again: %s',
  async (language, text, again) => {
    let isBroken = true;
    const Part = () => {
      if (isBroken) throw new Error('a part is broken');
      return <button type="button">The part itself</button>;
    };
    const { container } = await renderScreen(
      <>
        <input aria-label="Note" />
        <PartBoundary>
          <Part />
        </PartBoundary>
      </>,
      { language },
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'typed');
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    await expectAccessible(container);

    await userEvent.tab();
    expect(screen.getByRole('button', { name: again })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: again })).toHaveFocus();
    isBroken = false;
    await act(async () => userEvent.keyboard('{Enter}'));
    expect(screen.getByRole('button', { name: 'The part itself' })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('typed');
  },
);
