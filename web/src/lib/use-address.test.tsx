import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { followRouter } from './navigation.ts';
import { useAddressFilters, useTypedFilter } from './use-address-filters.ts';

function List() {
  const { filters, change } = useAddressFilters(['search']);
  const typed = useTypedFilter(filters.search, (search) => change({ search }));
  return (
    <>
      <input
        aria-label="Name"
        value={typed.value}
        onChange={(event) => typed.onChange(event.currentTarget.value)}
      />
      <Link to="/person">Ada</Link>
    </>
  );
}

afterEach(() => vi.useRealTimers());

it('a person who is chosen while a name is typed opens, however late their page loads', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  let load = (_: { Component: () => string }) => {};
  const loading = new Promise<{ Component: () => string }>((resolve) => {
    load = resolve;
  });
  const router = createMemoryRouter([
    { path: '/', element: <List /> },
    { path: '/person', lazy: () => loading },
  ]);
  const stop = followRouter(router);
  // As while React has more urgent work: it has not heard yet of what the router does.
  vi.spyOn(router, 'subscribe').mockImplementation(() => () => {});
  render(<RouterProvider router={router} />);
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.click(screen.getByRole('link', { name: 'Ada' }));
  expect(router.state.navigation.location?.pathname).toBe('/person');
  act(() => vi.advanceTimersByTime(1000));
  expect(router.state.navigation.location?.pathname).toBe('/person');
  load({ Component: () => 'The page of Ada' });
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/person'));
  stop();
});
