import { fireEvent, screen } from '@testing-library/react';
import type { Role } from '@vesalius/contract/calls';
import type { BookCard as Book } from '@vesalius/contract/catalogue';
import { describe, expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { sampleBook } from '../../testing/sample-books.ts';
import { BookCard } from './book-card.tsx';

const show = (book: Partial<Book> = {}, role: Role | null = null, language: 'en' | 'ar' = 'en') =>
  renderScreen(<BookCard book={sampleBook(book)} />, {
    namespaces: ['catalogue'],
    session: role && sessionOf(role),
    language,
  });
const profile = `/book-profile/${sampleBook().id}`;
const viewer = `/book-viewer/${sampleBook().id}`;

describe('a book card', () => {
  it.each([
    ['a visitor', null, {}, 'Preview', profile],
    ['a customer without a subscription', 'customer', {}, 'Get Access', profile],
    ['a subscriber', 'customer', { has_access: true, is_subscribed: true }, 'Get Started', profile],
    ['a member of an institution or a beta reader', 'customer', { has_access: true }, 'Get Started', profile],
    ['a director without the book', 'program_director', {}, 'Preview', profile],
    ['staff', 'staff', { has_access: true }, 'Preview', profile],
    ['an author of other books', 'author', {}, 'Preview', viewer],
    ['an editor of other books', 'editor', {}, 'Preview', viewer],
    ['a director', 'program_director', { has_access: true }, 'Preview', profile],
    ['an author', 'author', { has_access: true }, 'Preview', viewer],
    ['an editor', 'editor', { has_access: true }, 'Preview', viewer],
  ] as const)('has the right button for %s', async (_name, role, book, label, target) => {
    await show(book, role);
    const button = screen.getByRole('link', { name: `${label}: The ECG in Practice` });
    expect(button).toHaveAttribute('href', target);
    expect(screen.getByRole('link', { name: 'The ECG in Practice' })).toHaveAttribute('href', target);
  });

  it('shows notes to the editors of the book only', async () => {
    await show({ has_access: false }, 'editor');
    expect(screen.queryByRole('link', { name: /^Show Notes/ })).toBeNull();
    await show({ has_access: true }, 'editor');
    expect(screen.getByRole('link', { name: /^Show Notes/ })).toHaveAttribute(
      'href',
      `/editors/notes/${sampleBook().id}`,
    );
  });

  it('names title, author, price and release date, and passes axe', async () => {
    const { container } = await show();
    expect(screen.getByRole('heading', { name: 'The ECG in Practice' })).toBeVisible();
    expect(screen.getByText('Clara Vestergaard')).toBeVisible();
    expect(screen.getByText('$189')).toBeVisible();
    expect(screen.getByText('Released 14 Sep 2026')).toBeInTheDocument();
    await expectAccessible(container);
  });

  it('shows the progress or that the book is finished, instead of the price', async () => {
    await show({ has_access: true, book_progress: { status: 'in_progress', page: 23 } }, 'customer');
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '38');
    // A place, which says nothing about the pages before it.
    expect(screen.getByText(/^At page 23 of 60/)).toHaveTextContent('At page 23 of 60 (38%)');
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('Place in the book');
    expect(screen.queryByText('$189')).not.toBeInTheDocument();
    await show({ has_access: true, book_progress: { status: 'completed', page: 60 } }, 'customer');
    expect(screen.getByText('Completed')).toBeVisible();
  });

  it('shows a plain cover with the title when the cover is missing', async () => {
    const { container } = await show();
    fireEvent.error(container.querySelector('img') as HTMLImageElement);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getAllByText('The ECG in Practice')).toHaveLength(2);
  });

  it.each([null, 'customer', 'author', 'program_director', 'staff'] as const)(
    'has no notes to show to %s',
    async (role) => {
      await show({ has_access: true }, role);
      expect(screen.queryByRole('link', { name: /^Show Notes/ })).toBeNull();
    },
  );

  it('shows a very long title and author in full on request', async () => {
    const title = `${'Principles and Practice of '.repeat(12)}Medicine`;
    const author = 'A. Writer, '.repeat(30);
    await show({ title, author });
    expect(screen.getByRole('heading', { name: title })).toHaveAttribute('title', title);
    expect(screen.getByText(author.trim(), { exact: false })).toHaveAttribute('title', author);
  });

  it('says that a free book is free, in Arabic too', async () => {
    const { container } = await show({ price: 0 }, null, 'ar');
    expect(screen.getByText('مجانًا')).toBeVisible();
    expect(screen.getByRole('link', { name: 'معاينة: \u2068The ECG in Practice\u2069' })).toBeVisible();
    await expectAccessible(container);
  });
});
