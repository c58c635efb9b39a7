import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CallError } from '../lib/api-client.ts';
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

it.each([
  ['en', 'You need to subscribe to access this page.'],
  ['ar', /اشتر/],
] as const)('says why it failed in the language of the page: %s', async (language, reason) => {
  const error = new CallError(403, {
    code: 'not_subscribed',
    message: 'You need to subscribe to access this page.',
  });
  await renderScreen(<FailedState error={error} />, { language });
  expect(await screen.findByText(reason)).toBeInTheDocument();
});

it('says that there is no network when a request did not get through, even if the browser reports a connection', async () => {
  const error = new CallError(0, {
    code: 'network',
    message: 'No connection. Please check your network and try again.',
  });
  await renderScreen(<FailedState error={error} />);
  expect(screen.getByRole('alert')).toHaveTextContent('No connection.');
});

describe('EmptyState', () => {
  it('uses the specified words in either language', async () => {
    await renderScreen(<EmptyState />);
    expect(screen.getByRole('heading')).toHaveTextContent('No results found!');
    await renderScreen(<EmptyState />, { language: 'ar' });
    expect(screen.getByRole('heading', { name: 'لا توجد نتائج!' })).toBeInTheDocument();
  });
});
