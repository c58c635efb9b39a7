import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@vesalius/contract/calls';
import type { StartedBook } from '@vesalius/contract/catalogue';
import { describe, expect, it } from 'vitest';
import { featuredQuery, NEWEST, packagesQuery, shelfQuery } from '../features/catalogue/api.ts';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { listOf, sampleBook, samplePackage } from '../testing/sample-books.ts';
import Landing from './landing.tsx';

const { category } = sampleBook();
const shop = {
  'GET /books': listOf([sampleBook()]),
  'GET /books/featured': listOf([{ ...sampleBook({ title: 'Featured one' }), summary: 'A few words.' }]),
  'GET /packages': listOf([samplePackage()]),
  'GET /categories': listOf([category]),
};
const empty = Object.fromEntries(Object.keys(shop).map((call) => [call, listOf([])]));
const reader = {
  'GET /books/started': listOf([]),
  'GET /review_cards': { number_due: 0, cards: [] },
  'GET /own_programs': listOf([]),
};
const show = (role: Role | null, answers: Record<string, unknown> = {}, language: 'en' | 'ar' = 'en') =>
  renderScreen(<Landing />, {
    namespaces: ['catalogue', 'assessments', 'programs'],
    session: role && sessionOf(role),
    language,
    answers: { ...shop, ...reader, ...answers },
  });
const started = (more: Partial<StartedBook> = {}): StartedBook => ({
  ...sampleBook({ has_access: true, is_subscribed: true }),
  book_progress: { status: 'in_progress', page: 23 },
  page_label: '13',
  last_read_at: '2026-11-01T10:00:00Z',
  next_test: null,
  ...more,
});

describe('the landing page', () => {
  it('tells visitors what the product is, and shows featured courses, bundles and books', async () => {
    const { container } = await show(null);
    expect(screen.getByRole('heading', { level: 1, name: 'Medical books that teach' })).toBeVisible();
    for (const name of [
      'Featured courses',
      'Bundles',
      'How to navigate',
      'Digital books',
      'About us',
      'Contact us',
    ])
      expect(await screen.findByRole('heading', { level: 2, name })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Continue where you were' })).toBeNull();
    await expectAccessible(container);
  });

  it('says that there are no books, without empty sections', async () => {
    await show(null, empty);
    expect(await screen.findByRole('heading', { name: 'No books yet' })).toBeVisible();
    for (const name of ['Featured courses', 'Bundles'])
      expect(screen.queryByRole('heading', { name })).toBeNull();
  });

  it('says that the books could not be loaded, and tries again', async () => {
    let tries = 0;
    await show(null, {
      'GET /books': () =>
        ++tries === 1 ? new FakeFailure(503, { code: 'unavailable' }) : shop['GET /books'],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'The ECG in Practice' })).toBeVisible();
  });

  it.each([
    ['Featured courses', 'GET /books/featured', 'Featured one'],
    ['Bundles', 'GET /packages', samplePackage().name],
    ['Digital books', 'GET /books', 'The ECG in Practice'],
  ])(
    'keeps the section “%s” when its call fails, with the way to try again in it',
    async (title, call, name) => {
      let works = false;
      const { container } = await show(null, {
        [call]: () =>
          works ? shop[call as keyof typeof shop] : new FakeFailure(503, { code: 'unavailable' }),
      });
      const region = within(await screen.findByRole('region', { name: title }));
      const again = await region.findByRole('button', { name: 'Try again' });
      await expectAccessible(container);
      works = true;
      await userEvent.click(again);
      expect(await region.findByRole('heading', { name })).toBeVisible();
      expect(region.queryByRole('alert')).toBeNull();
    },
  );

  it.each([
    ['author', 'Author View'],
    ['editor', 'Editor View'],
  ] as const)('is the %s’s own shelf instead of featured courses', async (role, heading) => {
    await show(role, { 'GET /assigned_books': listOf([sampleBook({ title: 'Mine' })]) });
    const own = (await screen.findByRole('heading', { level: 2, name: heading })).closest('section');
    expect(await within(own as HTMLElement).findByRole('heading', { name: 'Mine' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Featured courses' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Bundles' })).toBeNull();
  });
});

describe('the home page of a signed-in user', () => {
  it.each([true, false])('links a manager to the institution, and no other member: %s', async (isManager) => {
    const term = { ends_at: '2027-01-01T00:00:00Z', is_ended: false };
    const hospital = { id: 'h1', name: 'General Hospital', is_manager: isManager, ...term };
    const { container, calls } = await renderScreen(<Landing />, {
      namespaces: ['catalogue', 'assessments', 'programs', 'institutions'],
      session: sessionOf('customer', { hasInstitution: true }),
      answers: {
        ...shop,
        ...reader,
        'GET /institutions/current': {
          ...hospital,
          starts_at: '2026-01-01T00:00:00Z',
          ends_at: '2027-01-01T00:00:00Z',
          seats: 10,
          seats_taken: 3,
          domains: [],
          books: [],
          institutions: [hospital, { id: 'h2', name: 'Elsewhere', is_manager: false, ...term }],
        },
      },
    });
    await waitFor(() => expect(calls.join()).toContain('/institutions/current'));
    if (!isManager) {
      await screen.findByRole('heading', { name: 'Digital books' });
      expect(screen.queryByRole('link', { name: /General Hospital/ })).toBeNull();
      return;
    }
    const link = await screen.findByRole('link', { name: /General Hospital.*Manage members and usage/ });
    expect(link).toHaveAttribute('href', '/institution-management?institution=h1');
    expect(screen.getByText(/3 of 10 seats taken/)).toBeVisible();
    expect(screen.queryByText('Elsewhere')).toBeNull();
    await expectAccessible(container);
  });

  it('greets the reader, and shows the last read page and the next test', async () => {
    const test = { id: 't1', title: 'Rhythm', turn: 'pre' as const, page: 24, page_label: '14' };
    const { container } = await show('customer', {
      'GET /books/started': listOf([started({ next_test: test })]),
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Good to see you, Ada' })).toBeVisible();
    expect(screen.queryByText(/Textbooks with their lectures/)).toBeNull();
    const headings = (await screen.findAllByRole('heading', { level: 2 })).map((one) => one.textContent);
    expect(headings[0]).toBe('Continue where you were');
    const id = sampleBook().id;
    expect(await screen.findByText(/^At page/)).toHaveTextContent('At page 13, 23 of 60 (38%)');
    expect(await screen.findByRole('link', { name: 'Continue on page 13' })).toHaveAttribute(
      'href',
      `/book-viewer/${id}?page=23`,
    );
    expect(screen.getByRole('link', { name: 'Next: pre-test “Rhythm”, page 14' })).toHaveAttribute(
      'href',
      `/book-viewer/${id}?page=24`,
    );
    await expectAccessible(container);
  });

  it('stays as the server rendered it when loading fails, says so, and tries again', async () => {
    let works = false;
    const failing = Object.fromEntries(
      Object.entries({ ...shop, ...reader, 'GET /books/started': listOf([started()]) }).map(
        ([call, answer]) => [call, () => (works ? answer : new FakeFailure(503, { code: 'unavailable' }))],
      ),
    );
    const { container } = await renderScreen(<Landing />, {
      namespaces: ['catalogue', 'assessments', 'programs'],
      session: sessionOf('customer'),
      answers: failing,
      prepare: (client) => {
        client.setQueryData(featuredQuery(null).queryKey, shop['GET /books/featured'] as never);
        client.setQueryData(packagesQuery(null, 1, 4).queryKey, shop['GET /packages']);
        client.setQueryData(shelfQuery(null, { kind: 'all' }, 1, NEWEST).queryKey, shop['GET /books']);
      },
    });
    expect(await screen.findByText(/^What is yours could not be loaded/)).toBeVisible();
    for (const name of ['Featured one', samplePackage().name, 'The ECG in Practice'])
      expect(screen.getByRole('heading', { name })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await expectAccessible(container);
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Continue on page 13' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^What is yours/)).toBeNull());
  });

  it('shows nothing to continue before a book is begun or after the subscription has ended', async () => {
    await show('customer', { 'GET /books/started': listOf([started({ has_access: false })]) });
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Continue where you were' })).toBeNull(),
    );
    expect(screen.getByRole('heading', { name: 'Good to see you, Ada' })).toBeVisible();
  });

  it('greets the reader in Arabic', async () => {
    const { container } = await show('customer', { 'GET /books/started': listOf([started()]) }, 'ar');
    expect(screen.getByRole('heading', { level: 1, name: 'سعداء برؤيتك، \u2068Ada\u2069' })).toBeVisible();
    await expectAccessible(container);
  });
});
