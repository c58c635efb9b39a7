import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen } from '../testing/render.tsx';
import { EmptyState, FailedState } from './states.tsx';

describe('FailedState', () => {
  it('offers to try again and is announced', async () => {
    const retry = vi.fn();
    const { container } = await renderScreen(<FailedState onRetry={retry} />);
    expect(screen.getByRole('alert')).toHaveTextContent('This could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });
});

describe('EmptyState', () => {
  it('uses the specified words in either language', async () => {
    await renderScreen(<EmptyState />);
    expect(screen.getByRole('heading')).toHaveTextContent('No results found!');
    await renderScreen(<EmptyState />, { language: 'ar' });
    expect(screen.getByRole('heading', { name: 'لا توجد نتائج!' })).toBeInTheDocument();
  });
});
