import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import InstitutionBooksPage from './institution-books.tsx';

const ENDED = {
  id: '0197a000-0000-7000-8000-00000000000a',
  name: 'Clinic',
  ends_at: '2026-02-01T00:00:00.000Z',
};
const render = (ended: readonly (typeof ENDED)[], missing: readonly object[] = []) =>
  renderScreen(<InstitutionBooksPage />, {
    namespaces: ['catalogue', 'institutions'],
    at: '/institution-books',
    isPublic: true,
    session: sessionOf('customer'),
    answers: {
      'GET /books/list_institution_books': new FakeFailure(403, { code: 'not_allowed', message: '' }),
      'GET /institutions/current': new FakeFailure(404, { code: 'not_found', message: '' }),
      'GET /institutions/missing_seats': {
        data: missing,
        metadata: { count: missing.length, currentPage: 1, pages: 1 },
      },
      'GET /institutions/ended': { data: ended, metadata: { count: ended.length, currentPage: 1, pages: 1 } },
    },
  });

it('tells a former member that the subscription has ended', async () => {
  const { container } = await render([ENDED]);
  expect(await screen.findByText('The subscription of your institution has ended')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Institution Books' })).toBeVisible();
  expect(screen.queryByText(/for members of an institution|subscribed to for you/)).toBeNull();
  await expectAccessible(container);
});

it('tells everybody else that it is for members', async () => {
  await render([]);
  expect(await screen.findByText('This page is for members of an institution')).toBeVisible();
});

it.each([
  [
    'was given to somebody else',
    { has_free_seat: false, had_seat: true },
    /^Your seat was given to somebody/,
  ],
  ['is free', { has_free_seat: true, had_seat: true }, 'A seat is free for you'],
  ['is missing', { has_free_seat: false, had_seat: false }, 'All seats of your institution are taken'],
])('tells a reader whose seat %s', async (_state, seat, title) => {
  await render([], [{ id: ENDED.id, name: 'Clinic', ...seat }]);
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible();
  expect(screen.getByText(/Clinic/)).toBeVisible();
  expect(screen.queryByText(/does not belong to an institution/)).toBeNull();
});
