import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@vesalius/contract/calls';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../app/app-context.ts';
import { Providers } from '../app/providers.tsx';
import { bookQuery } from '../features/catalogue/api.ts';
import { createI18n } from '../i18n/i18n.ts';
import { setTransport } from '../lib/api-client.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { findNetwork, loseNetwork } from '../testing/network.ts';
import { FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { listOf, sampleBookDetail } from '../testing/sample-books.ts';
import BookProfileScreen from './book-profile.tsx';

const { id } = sampleBookDetail();
const show = (
  book: unknown,
  {
    role = null,
    at = '',
    sent = false,
    waiting = [],
  }: { role?: Role | null; at?: string; sent?: boolean; waiting?: unknown[] } = {},
) =>
  renderScreen(<BookProfileScreen />, {
    namespaces: ['catalogue', 'perceiving'],
    path: '/book-profile/:id',
    at: `/book-profile/${id}${at}`,
    session: role && sessionOf(role),
    prepare: (client) => {
      if (sent) client.setQueryData(bookQuery(null, id).queryKey, sampleBookDetail());
    },
    answers: {
      [`GET /books/${id}`]: book,
      [`GET /books/${id}/pages`]: {
        book: { id },
        revision: 2,
        sizes: [[504, 720]],
        files: { grant: 'g', expires_at: '2027-01-01T00:00:00Z', runs: [], grants: {} },
      },
      'GET /book_supplementary_materials': { data: [] },
      'GET /related_books': listOf([]),
      'GET /waiting_purchases': listOf(waiting),
    },
  });

describe('the book page', () => {
  it('has a skeleton while it loads', async () => {
    await show(() => new Promise(() => {}));
    expect(document.querySelector('[aria-busy]')).toBeInTheDocument();
  });

  it('shows the access that the reader got since, instead of the yearly plan', async () => {
    let has_access = false;
    const hold = { by: 'program', name: 'Residency', until: null, renews: false } as const;
    await show(() => sampleBookDetail(has_access ? { has_access, is_subscribed: true, hold } : {}), {
      role: 'customer',
    });
    const enroll = await screen.findByRole('button', { name: 'Enroll' });
    has_access = true;
    await userEvent.setup().click(enroll);
    expect(await screen.findByText(/^Through the program “Residency”/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('$189')).toBeNull();
  });

  it('offers nothing that is bought and waits for PayPal', async () => {
    const since = new Date().toISOString();
    const book = sampleBookDetail({ has_access: false, is_subscribed: false });
    await show(book, {
      role: 'customer',
      waiting: [
        { id: 'o', book_id: id, package_id: null, title: book.title, waiting_since: since, ended: null },
      ],
    });
    expect(await screen.findByText(/^Waiting for PayPal since/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the payment' })).toHaveAttribute(
      'href',
      `/checkout?mode=book&id=${id}`,
    );
    expect(screen.queryByRole('button', { name: 'Enroll' })).toBeNull();
  });

  it('says what PayPal never completed, above the offer', async () => {
    const since = '2026-11-20T14:00:00.000Z';
    const book = sampleBookDetail({ has_access: false, is_subscribed: false });
    const ended = { approved_at: since, at: '2026-11-23T14:00:00.000Z', because: 'not_completed' };
    await show(book, {
      role: 'customer',
      waiting: [{ id: 'o', book_id: id, package_id: null, title: book.title, waiting_since: since, ended }],
    });
    expect(await screen.findByText('PayPal did not complete your purchase')).toBeVisible();
    expect(screen.getByText(/has not completed it within three days\. Nothing was charged\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Enroll' })).toBeVisible();
    expect(screen.queryByText(/^Waiting for PayPal/)).toBeNull();
  });

  it('says that the book does not exist, and links to the other books', async () => {
    await show(new FakeFailure(404, { code: 'not_found' }));
    expect(await screen.findByRole('heading', { name: 'This book is not here' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all books' })).toHaveAttribute('href', '/books');
  });

  it('says that loading failed, and tries again', async () => {
    let tries = 0;
    await show(() => (++tries === 1 ? new FakeFailure(500, { code: 'internal' }) : sampleBookDetail()));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'The ECG in Practice' })).toBeVisible();
  });

  it('stays as the server rendered it when the reader’s own request fails, says so, and tries again', async () => {
    let works = false;
    const own = sampleBookDetail({ has_access: true, is_subscribed: true });
    await show(() => (works ? own : new FakeFailure(503, { code: 'unavailable' })), {
      role: 'customer',
      sent: true,
    });
    expect(await screen.findByText(/^What is yours could not be loaded/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'The ECG in Practice' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Begin reading' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^What is yours/)).toBeNull());
  });

  it.each([
    ['author', 'Readers and results', true],
    ['editor', 'Readers and results', true],
    ['author', 'Results by question', true],
    ['editor', 'Results by question', true],
    ['program_director', 'Results by question', true],
    ['customer', 'Results by question', false],
  ] as const)(
    'leads to what its readers do, or to the test results: %s: %s %s',
    async (role, name, isThere) => {
      await show(sampleBookDetail({ has_access: true }), { role });
      await screen.findByRole('heading', { level: 1, name: 'The ECG in Practice' });
      const link = screen.queryByRole('link', { name });
      expect(link?.getAttribute('href') ?? null).toBe(
        !isThere
          ? null
          : name === 'Results by question' && role !== 'program_director'
            ? `/book-results/${id}?view=questions`
            : `/book-results/${id}`,
      );
    },
  );

  it('stays during a loss of network, and loads when the network is back', async () => {
    await loseNetwork();
    try {
      await show(sampleBookDetail({ has_access: true, is_subscribed: true }), {
        role: 'customer',
        sent: true,
      });
      expect(await screen.findByText(/^What is yours could not be loaded/)).toBeVisible();
      expect(screen.getByRole('heading', { level: 1, name: 'The ECG in Practice' })).toBeVisible();
    } finally {
      await findNetwork();
    }
    expect(await screen.findByRole('link', { name: 'Begin reading' })).toBeVisible();
    expect(screen.queryByText(/^What is yours/)).toBeNull();
  });

  it('goes away when the server says that the book no longer exists', async () => {
    await show(new FakeFailure(404, { code: 'not_found' }), { role: 'customer', sent: true });
    expect(await screen.findByRole('heading', { name: 'This book is not here' })).toBeVisible();
  });

  it.each(['', '?tab=faculty', '?tab=front-matter'])(
    'hydrates without an error (%s), also when no call is answered',
    async (tab) => {
      setTransport(async () => ({ status: 503, body: { code: 'unavailable' } }));
      const context: AppContext = {
        queryClient: createQueryClient(),
        i18n: await createI18n('en', ['shell', 'catalogue', 'perceiving']),
      };
      context.queryClient.setQueryData(bookQuery(null, id).queryKey, sampleBookDetail());
      const routes = [{ path: '/book-profile/:id', element: <BookProfileScreen /> }];
      const page = () => (
        <Providers context={context}>
          <RouterProvider
            router={createMemoryRouter(routes, { initialEntries: [`/book-profile/${id}${tab}`] })}
          />
        </Providers>
      );
      const html = renderToString(page());
      // React marks a boundary that the server could not finish with this comment, and reports it in the browser.
      expect(html).not.toContain('<!--$!-->');
      const root = document.createElement('div');
      document.body.append(root);
      root.innerHTML = html;
      const onRecoverableError = vi.fn();
      const hydrated = await act(async () => hydrateRoot(root, page(), { onRecoverableError }));
      expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
      expect(onRecoverableError).not.toHaveBeenCalled();
      act(() => hydrated.unmount());
      root.remove();
    },
  );

  it('tells search engines its canonical address, as the server does', async () => {
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
    ['customer' as Role, `/checkout?mode=book&id=${id}&method=paypal`],
  ])('leads %s from the plan to the next step, and keeps the book', async (role, target) => {
    const { location } = await show(sampleBookDetail(), { role });
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Subscribe for/ }));
    expect(location()).toContain(target);
    expect(sessionStorage.getItem('book_to_buy') ?? localStorage.getItem('book_to_buy')).toContain(id);
  });
});
