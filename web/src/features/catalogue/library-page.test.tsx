import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import InstitutionBooks from '../../routes/institution-books.tsx';
import MyBooks from '../../routes/my-books.tsx';
import PackageScreen from '../../routes/package.tsx';
import Packages from '../../routes/packages.tsx';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { listOf, sampleBook, samplePackage } from '../../testing/sample-books.ts';

const reader = { namespaces: ['catalogue' as const], session: sessionOf('customer') };

describe('my book list', () => {
  it('offers to start, to continue with the percentage, and to review, four per page', async () => {
    const books = [
      sampleBook({
        id: 'b1',
        title: 'New',
        has_access: true,
        hold: { by: 'program', name: 'Residency', until: null, renews: false },
      }),
      sampleBook({
        id: 'b2',
        title: 'Begun',
        has_access: true,
        book_progress: { status: 'in_progress', page: 30 },
      }),
      sampleBook({
        id: 'b3',
        title: 'Done',
        has_access: true,
        book_progress: { status: 'completed', page: 60 },
      }),
    ];
    const { container, calls } = await renderScreen(<MyBooks />, {
      ...reader,
      answers: { 'GET /books/own': listOf(books, { count: 5, pages: 2 }) },
    });
    expect(await screen.findByRole('link', { name: 'Start: New' })).toHaveAttribute(
      'href',
      '/book-viewer/b1',
    );
    expect(screen.getByRole('link', { name: 'Continue: Begun' })).toHaveAttribute(
      'href',
      '/book-viewer/b2?page=30',
    );
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    expect(screen.getByRole('link', { name: 'Review: Done' })).toBeVisible();
    expect(screen.getByText('Completed')).toBeVisible();
    expect(screen.getByText(/^Through the program “Residency”/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute(
      'href',
      '/subscriped-books?page=2',
    );
    expect(calls).toContain('GET /books/own?page=1&items=4');
    await expectAccessible(container);
  });

  it('shows an empty list with a link to the shop', async () => {
    await renderScreen(<MyBooks />, { ...reader, answers: { 'GET /books/own': listOf([]) } });
    expect(await screen.findByRole('heading', { name: 'Your shelf is empty' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse the library' })).toHaveAttribute('href', '/books');
  });
});

describe('my book list of a member of an institution', () => {
  it('leads to the books of the institution where there is no own subscription', async () => {
    const { container } = await renderScreen(<MyBooks />, {
      ...reader,
      session: sessionOf('customer', { hasInstitution: true }),
      answers: { 'GET /books/own': listOf([]) },
    });
    expect(await screen.findByRole('link', { name: 'To the books of your institution' })).toHaveAttribute(
      'href',
      '/institution-books',
    );
    expect(screen.queryByText('Your shelf is empty')).toBeNull();
    await expectAccessible(container);
  });
});

describe('institution books', () => {
  it('lists six per page, and says who can use the page', async () => {
    const answer = listOf([sampleBook({ has_access: true })]);
    const { calls } = await renderScreen(<InstitutionBooks />, {
      ...reader,
      answers: { 'GET /books/list_institution_books': answer },
    });
    expect(await screen.findByRole('link', { name: /^Start/ })).toBeVisible();
    expect(calls).toContain('GET /books/list_institution_books?page=1&items=6');
    await renderScreen(<InstitutionBooks />, {
      ...reader,
      answers: { 'GET /books/list_institution_books': new FakeFailure(403, { code: 'not_allowed' }) },
    });
    expect(await screen.findByRole('heading', { name: /members of an institution/ })).toBeVisible();
  });
});

describe('packages', () => {
  it('reserve their space while they load', async () => {
    await renderScreen(<Packages />, {
      namespaces: ['catalogue'],
      answers: { 'GET /packages': () => new Promise(() => {}) },
    });
    expect(document.querySelector('[aria-busy]')).toBeInTheDocument();
  });

  it('show their price beside the price of the single books', async () => {
    const { container } = await renderScreen(<Packages />, {
      namespaces: ['catalogue'],
      answers: { 'GET /packages': listOf([samplePackage()]) },
    });
    expect(await screen.findByText('$299')).toBeVisible();
    expect(screen.getByText('$388')).toBeVisible();
    await expectAccessible(container);
  });

  it('credit owned books line by line, and open the checkout after signing in', async () => {
    const bundle = samplePackage({ credit: 76.81, price_to_pay: 222.19 });
    const { container } = await renderScreen(<PackageScreen />, {
      namespaces: ['catalogue'],
      path: '/packages/:id',
      at: `/packages/${bundle.id}`,
      answers: { [`GET /packages/${bundle.id}`]: bundle },
    });
    expect(await screen.findByText('$222.19')).toBeVisible();
    expect(screen.getByText('−\u2060$76.81')).toBeVisible();
    expect(screen.getByText('$222.19').parentElement).toHaveTextContent('$222.19 for the first year');
    expect(screen.getByText('Then $299 per year')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeVisible();
    await expectAccessible(container);
  });

  it('say so where the books that the user does not have cost less singly', async () => {
    const bundle = samplePackage({ cheaper_singly: { number_held: 2, price_of_others: 149 } });
    await renderScreen(<PackageScreen />, {
      ...reader,
      path: '/packages/:id',
      at: `/packages/${bundle.id}`,
      answers: { [`GET /packages/${bundle.id}`]: bundle },
    });
    const note = 'You already have 2 of its books; the others cost $149 a year singly.';
    expect(await screen.findByText(note)).toBeVisible();
    expect(screen.queryByText(/One by one, these books cost/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  });

  it('are not sold to users who have all their books', async () => {
    const items = [sampleBook({ is_subscribed: true, has_access: true })];
    const bundle = samplePackage({ items });
    await renderScreen(<PackageScreen />, {
      ...reader,
      path: '/packages/:id',
      at: `/packages/${bundle.id}`,
      answers: { [`GET /packages/${bundle.id}`]: bundle },
    });
    expect(await screen.findByText('You already read every book of this bundle.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
    expect(screen.queryByText(/\$299/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Subscribe to the bundle anyway' })).toBeVisible();
  });

  it('name the books that the reader has already, in which way and until when', async () => {
    const items = [sampleBook({ has_access: true }), sampleBook({ id: 'b2', title: 'Heart Failure' })];
    const hold = {
      by: 'institution',
      name: 'General Hospital',
      until: '2027-06-01T12:00:00.000Z',
      renews: false,
    } as const;
    const bundle = samplePackage({
      items,
      held_books: [{ id: items[0]?.id ?? '', title: 'The ECG in Practice', hold, continue_page: 7 }],
    });
    const { container } = await renderScreen(<PackageScreen />, {
      ...reader,
      path: '/packages/:id',
      at: `/packages/${bundle.id}`,
      answers: { [`GET /packages/${bundle.id}`]: bundle },
    });
    expect(await screen.findByText('You already read 1 of its 2 books')).toBeVisible();
    expect(screen.getByText('Through General Hospital, until 1 Jun 2027.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Subscribe' })).toBeVisible();
    await expectAccessible(container);
  });
});
