import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@vesalius/contract/calls';
import type { SearchHits } from '@vesalius/contract/catalogue-parts';
import { useSearchParams } from 'react-router';
import { describe, expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { listOf, sampleBook } from '../../testing/sample-books.ts';
import { BookListing } from './book-listing.tsx';
import { readFilters } from './listing-filters.ts';

function Screen() {
  const [search] = useSearchParams();
  return <BookListing filters={readFilters(search)} />;
}
const book = (number: number) =>
  sampleBook({ id: `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`, title: `Book ${number}` });
const shelf =
  (count: number) =>
  ({ url }: { url: string }) => {
    const query = new URLSearchParams(url.split('?')[1]);
    const [page, items] = [Number(query.get('page')), Number(query.get('items'))];
    const all = Array.from({ length: count }, (_, index) => book(index + 1));
    return listOf(all.slice((page - 1) * items, page * items), { count, pages: Math.ceil(count / items) });
  };
const NOTHING_INSIDE: SearchHits = {
  books: [],
  authors: [],
  chapters: [],
  pages: [],
  answers: [],
  materials: [],
  notes: [],
  replaced: [],
};
const ecg = { id: 'b1', title: 'The ECG in Practice', has_access: false };
const INSIDE: SearchHits = {
  ...NOTHING_INSIDE,
  chapters: [{ id: 'h1', title: 'Ectopic beats', first_page: 31, book: ecg, readable: false }],
  pages: [{ page: 7, label: 'vii', context: [{ text: 'an ectopic beat', hit: true }], book: ecg }],
};
const show = (
  books: unknown,
  {
    at = '/books',
    role = null,
    categories,
    inside = NOTHING_INSIDE,
    languages = ['en'],
  }: {
    at?: string;
    role?: Role | null;
    categories?: unknown;
    inside?: SearchHits;
    languages?: string[];
  } = {},
) =>
  renderScreen(<Screen />, {
    namespaces: ['catalogue'],
    path: '/books',
    at,
    session: role && sessionOf(role),
    answers: {
      'GET /books': books,
      'GET /books/featured': listOf([{ ...book(1), summary: '' }]),
      'GET /assigned_books': shelf(1),
      'GET /related_books': shelf(2),
      'GET /search': inside,
      'POST /generated_answer': {
        sentences: [
          { text: 'It is early.', sources: [{ book_id: 'b1', title: ecg.title, page: 9, label: '3' }] },
        ],
      },
      'GET /book_languages': listOf(languages.map((language) => ({ language }))),
      'GET /categories': categories ?? listOf([sampleBook().category]),
    },
  });

describe('the listing of books', () => {
  it('shows a page and the total, and loads more until all are shown', async () => {
    const { container, location } = await show(shelf(15));
    expect(await screen.findByRole('heading', { name: 'Book 12' })).toBeVisible();
    expect(screen.getByText('15 books')).toBeVisible();
    expect(screen.getByText('12 of 15 shown')).toBeVisible();
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('link', { name: 'Load more' }));
    expect(await screen.findByRole('heading', { name: 'Book 15' })).toBeVisible();
    expect(location()).toBe('/books?page=2');
    expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull();
  });

  it('filters by language where there are several, and keeps it in the address', async () => {
    const { calls, location, container } = await show(shelf(15), {
      at: '/books?page=2',
      languages: ['ar', 'en'],
    });
    const choice = await screen.findByRole('combobox', { name: 'Language' });
    await expectAccessible(container);
    await userEvent.selectOptions(choice, 'Arabic');
    expect(location()).toBe('/books?language=ar');
    await waitFor(() => expect(calls.at(-1)).toBe('GET /books?language=ar&page=1&items=12'));
    await userEvent.selectOptions(choice, 'All languages');
    expect(location()).toBe('/books');
  });

  it('offers no choice of one language, but the way out of one without books', async () => {
    const first = await show(shelf(2));
    expect(await screen.findByRole('heading', { name: 'Book 2' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Language' })).toBeNull();
    first.unmount();
    await show(shelf(0), { at: '/books?language=fr' });
    expect(await screen.findByText('There may be some in another language.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('fr');
  });

  it.each([
    ['author', '/books?listType=featured', 'Author View'],
    ['editor', '/books?listType=featured', 'Editor View'],
    ['editor', `/books?category_id=${sampleBook().category.id}`, 'Editor View: Cardiology Books'],
  ] as const)('shows an %s at %s the library, and no featured books', async (role, at, title) => {
    const { calls } = await show(shelf(3), { at, role });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Book 3' })).toBeVisible();
    expect(calls.filter((call) => call.includes('/featured'))).toEqual([]);
  });

  it('treats an invalid category like an unknown one', async () => {
    const { calls } = await show(shelf(0), { at: '/books?category_id=mistyped' });
    expect(await screen.findByRole('heading', { name: 'No results found!' })).toBeVisible();
    expect(calls.join()).toContain('category_id=00000000-0000-0000-0000-000000000000');
    expect(calls.join()).not.toContain('mistyped');
  });

  it('says when a search found more than it lists, and how to narrow it', async () => {
    const many = listOf([book(1)], { count: 1, pages: 1, more: true });
    await show(many, { at: '/books?search_term=atlas' });
    expect(await screen.findByText('More than 1 books')).toBeVisible();
    expect(screen.getByText(/Another word or a category narrows the search/)).toBeVisible();
  });

  it('has a skeleton while it loads', async () => {
    await show(() => new Promise(() => {}));
    expect(document.querySelector('[aria-busy]')).toBeInTheDocument();
  });

  it('says that there is nothing, in the specified words, and how to get back', async () => {
    await show(shelf(0), { at: '/books?search_term=xyz' });
    expect(await screen.findByRole('heading', { name: 'No results found!' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Results for “xyz”' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: /Search/ })).toHaveValue('xyz');
    expect(screen.getByRole('link', { name: 'Show all books' })).toHaveAttribute('href', '/books');
  });

  it('shows passages with their locations where no title matches', async () => {
    const { container, calls } = await show(shelf(0), {
      at: '/books?search_term=ectopic%20beat',
      inside: INSIDE,
    });
    const passage = await screen.findByRole('link', {
      name: /an ectopic beat.*The ECG in Practice.*page vii/,
    });
    expect(passage).toHaveAttribute('href', '/book-viewer/b1?page=7&passage=an+ectopic+beat');
    // A chapter beyond the preview links to its book.
    expect(screen.getByRole('link', { name: /Ectopic beats.*with a subscription/ })).toHaveAttribute(
      'href',
      '/book-profile/b1',
    );
    expect(screen.queryByText('No results found!')).toBeNull();
    expect(screen.getByText(/only the free pages are searched/)).toBeVisible();
    expect(calls).toContain('GET /search?search_term=ectopic+beat');
    await expectAccessible(container);
  });

  it('offers a summary of the sentences that answer a question, with its sources', async () => {
    const answer = {
      ...{ book_id: 'b1', page: 9, label: '3', quote: 'A beat is early.', score: 0.8, book: ecg },
      context: [{ text: 'A beat is early.', hit: true }],
    };
    const at = '/books?search_term=what%20is%20a%20beat%3F';
    const plain = await show(shelf(0), { at, inside: { ...NOTHING_INSIDE, answers: [answer] } });
    await screen.findByText('A beat is early.');
    expect(plain.container).not.toHaveTextContent(/summar/i);
    plain.unmount();
    const inside: SearchHits = { ...NOTHING_INSIDE, answers: [answer], can_summarize: true };
    const { container } = await show(shelf(0), { at, inside, role: 'customer' });
    await userEvent.click(await screen.findByRole('button', { name: 'Summarize these passages' }));
    const source = await screen.findByRole('link', { name: 'The ECG in Practice, page 3' });
    expect(source).toHaveAttribute('href', '/book-viewer/b1?page=9');
    await expectAccessible(container);
  });

  it('labels passages with similar words', async () => {
    const replaced = [{ typed: 'ectopik', used: ['ectopic'] }];
    await show(shelf(0), { at: '/books?search_term=ectopik', inside: { ...INSIDE, chapters: [], replaced } });
    expect(
      await screen.findByRole('heading', {
        name: 'Nothing for “ectopik”. Passages with similar words: ectopic',
      }),
    ).toBeVisible();
    expect(screen.getByText('No title, author or passage matches.')).toBeVisible();
  });

  it('shows passages below matching books, and not within a category', async () => {
    await show(shelf(2), { at: '/books?search_term=ectopic', inside: INSIDE });
    expect(await screen.findByRole('link', { name: /an ectopic beat/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Book 2' })).toBeVisible();
    const category = sampleBook().category.id;
    const { calls } = await show(shelf(2), {
      at: `/books?search_term=ectopic&category_id=${category}`,
      inside: INSIDE,
    });
    await waitFor(() => expect(calls.join()).toContain(category));
    expect(calls.join()).not.toContain('GET /search');
  });

  it('offers no reset in a shop without books', async () => {
    const { container } = await show(shelf(0));
    expect(await screen.findByRole('heading', { name: 'No results found!' })).toBeVisible();
    expect(screen.getByText('The first books are on their way.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Show all books' })).toBeNull();
    await expectAccessible(container);
  });

  it.each([
    ['that are on their way', () => new Promise(() => {}), false],
    ['that did not come', new FakeFailure(500, { code: 'internal' }), true],
    ['of which there are none', listOf([]), true],
  ] as const)('keeps or gives up the room for categories %s', async (_state, categories, isPlain) => {
    const { container } = await show(shelf(1), { categories });
    expect(await screen.findByRole('heading', { name: 'Book 1' })).toBeVisible();
    await waitFor(() => expect(container.querySelector('[data-plain]') !== null).toBe(isPlain));
  });

  it('says where the list ends when more cannot be loaded, and tries again', async () => {
    const all = shelf(15);
    let fails = true;
    await show((call: { url: string }) => {
      if (fails && call.url.includes('page=2')) return new FakeFailure(500, { code: 'internal' });
      return all(call);
    });
    await userEvent.click(await screen.findByRole('link', { name: 'Load more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded');
    expect(screen.getByRole('heading', { name: 'Book 12' })).toBeVisible();
    expect(document.querySelector('[aria-busy]')).toBeNull();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Book 15' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that it failed and tries again', async () => {
    let tries = 0;
    await show((request: { url: string }) =>
      ++tries === 1 ? new FakeFailure(500, { code: 'internal' }) : shelf(1)(request),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Book 1' })).toBeVisible();
  });

  it('says how many books match a filter, in place of the total', async () => {
    const few = ({ url }: { url: string }) => shelf(url.includes('category_id') ? 1 : 3)({ url });
    const { container } = await show(few);
    const said = container.querySelector('h1 + [aria-live="polite"]');
    await waitFor(() => expect(said).toHaveTextContent('3 books'));
    await userEvent.click(await screen.findByRole('link', { name: 'Cardiology' }));
    await waitFor(() => expect(said).toHaveTextContent('1 book'));
    expect(said).toBeInTheDocument();
  });

  it('keeps category and order in the address', async () => {
    const { calls, location } = await show(shelf(3));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'price_low');
    expect(location()).toBe('/books?sorting_term=price_low');
    await userEvent.click(await screen.findByRole('link', { name: 'Cardiology' }));
    expect(location()).toContain('category_id=');
    expect(await screen.findByRole('heading', { level: 1, name: 'Cardiology Books' })).toBeVisible();
    expect(
      calls.some((call) => call.includes('sorting_term=price_low') && call.includes('category_id=')),
    ).toBe(true);
  });

  it('shows authors their view, with their own books on request', async () => {
    await show(shelf(2), { role: 'author' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Author View' })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Assigned to me' }));
    expect(await screen.findByText('1 book')).toBeVisible();
  });

  it('shows editors their view', async () => {
    await show(shelf(2), { role: 'editor' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Editor View' })).toBeVisible();
  });

  it.each([null, 'editor'] as const)(
    'lists for %s what is related to a book, without filters',
    async (role) => {
      const id = book(9).id;
      const { calls } = await show(shelf(2), { role, at: `/books?listType=related&bookId=${id}` });
      expect(await screen.findByRole('heading', { level: 1, name: 'Related Courses' })).toBeVisible();
      expect(await screen.findByRole('heading', { name: 'Book 2' })).toBeVisible();
      expect(
        calls.some((call) => call.startsWith('GET /related_books?') && call.includes(`book_id=${id}`)),
      ).toBe(true);
      expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
      expect(screen.queryByRole('navigation', { name: 'Category' })).toBeNull();
    },
  );

  it('shows all of 300 books, a page at a time', async () => {
    await show(shelf(300), { at: '/books?page=25' });
    expect(await screen.findByRole('heading', { name: 'Book 300' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Book 1' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull();
  });

  it('lists featured courses with the way to the whole library', async () => {
    await show(shelf(2), { at: '/books?listType=featured' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Featured Courses' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View the full library' })).toHaveAttribute('href', '/books');
  });
});
