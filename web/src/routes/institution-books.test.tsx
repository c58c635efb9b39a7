import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import InstitutionBooksPage from './institution-books.tsx';

const ENDED = {
  id: '0197a000-0000-7000-8000-00000000000a',
  name: 'Clinic',
  ends_at: '2026-02-01T00:00:00.000Z',
};
const render = (ended: readonly (typeof ENDED)[]) =>
  renderScreen(<InstitutionBooksPage />, {
    namespaces: ['catalogue', 'institutions'],
    at: '/institution-books',
    isPublic: true,
    session: sessionOf('customer'),
    answers: {
      'GET /books/list_institution_books': new FakeFailure(403, { code: 'not_allowed', message: '' }),
      'GET /institutions/current': new FakeFailure(404, { code: 'not_found', message: '' }),
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
