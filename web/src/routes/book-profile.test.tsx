import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@vesalius/contract/calls';
import { describe, expect, it } from 'vitest';
import { FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { listOf, sampleBookDetail } from '../testing/sample-books.ts';
import BookProfileScreen from './book-profile.tsx';

const { id } = sampleBookDetail();
const show = (book: unknown, { role = null, at = '' }: { role?: Role | null; at?: string } = {}) =>
  renderScreen(<BookProfileScreen />, {
    namespaces: ['catalogue'],
    path: '/book-profile/:id',
    at: `/book-profile/${id}${at}`,
    session: role && sessionOf(role),
    answers: {
      [`GET /books/${id}`]: book,
      [`GET /books/${id}/pages`]: {
        book: { id },
        revision: 2,
        sizes: [[504, 720]],
        files: { grant: 'g', expires_at: '2027-01-01T00:00:00Z' },
      },
      'GET /book_supplementary_materials': { data: [] },
      'GET /related_books': listOf([]),
    },
  });

describe('the page of a book', () => {
  it('has a skeleton while it loads', async () => {
    await show(() => new Promise(() => {}));
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  });

  it('says that a book is not here, and leads to the others', async () => {
    await show(new FakeFailure(404, { code: 'not_found' }));
    expect(await screen.findByRole('heading', { name: 'This book is not here' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all books' })).toHaveAttribute('href', '/books');
  });

  it('says that it failed and tries again', async () => {
    let tries = 0;
    await show(() => (++tries === 1 ? new FakeFailure(500, { code: 'internal' }) : sampleBookDetail()));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'The ECG in Practice' })).toBeVisible();
  });

  it('tells search engines its one address, as the server does', async () => {
    await show(sampleBookDetail());
    await screen.findByRole('heading', { level: 1 });
    const addresses = [...document.querySelectorAll('link[rel="canonical"]')].map((link) =>
      link.getAttribute('href'),
    );
    expect(addresses).toEqual([`${location.origin}/book-profile/${id}`]);
  });

  it('shows the front matter page by page', async () => {
    await show(sampleBookDetail(), { at: '?tab=front-matter' });
    const pages = await screen.findAllByRole('img', { name: /^Front matter of The ECG in Practice, page/ });
    expect(pages).toHaveLength(3);
    expect(pages[2]).toHaveAttribute('src', expect.stringMatching(/\/2\/3\/1x\.webp/));
  });

  it.each([
    [null, `/SignIn?next=`],
    ['customer' as Role, `/promocode/${id}`],
  ])('leads %s from the plan to the next step, and keeps the book', async (role, target) => {
    const { location } = await show(sampleBookDetail(), { role });
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Subscribe for/ }));
    expect(location()).toContain(target);
    expect(sessionStorage.getItem('book_to_buy') ?? localStorage.getItem('book_to_buy')).toContain(id);
  });
});
