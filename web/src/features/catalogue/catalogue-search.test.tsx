import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SearchHits } from '@vesalius/contract/catalogue-parts';
import { describe, expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen } from '../../testing/render.tsx';
import { CatalogueSearch } from './catalogue-search.tsx';

const book = { id: 'b1', title: 'The ECG in Practice', has_access: false };
const hits: SearchHits = {
  books: [{ ...book, author: 'Clara Vestergaard', cover_photo: '/c.webp' }],
  authors: [{ name: 'Clara Vestergaard', number_of_books: 2 }],
  chapters: [{ id: 'h1', title: 'Tachycardia', first_page: 31, book, readable: false }],
  pages: [
    {
      page: 7,
      label: 'vii',
      context: [
        { text: 'the ', hit: false },
        { text: 'wave', hit: true },
      ],
      book,
    },
  ],
  answers: [],
  materials: [],
  notes: [],
  replaced: [],
};
const show = (answer: unknown = hits) =>
  renderScreen(<CatalogueSearch large />, { namespaces: ['catalogue'], answers: { 'GET /search': answer } });
const field = () => screen.getByRole('combobox', { name: /Search books/ });

describe('the search of the catalogue', () => {
  it('shows grouped results with their context while the user types', async () => {
    const { container, calls } = await show();
    await userEvent.type(field(), 'wave');
    const options = await screen.findAllByRole('option');
    expect(options).toHaveLength(4);
    for (const text of ['the wave', 'The ECG in Practice', 'page vii'])
      expect(options[3]).toHaveTextContent(text);
    for (const group of ['Books', 'Authors', 'Chapters', 'In the text'])
      expect(screen.getByRole('group', { name: group })).toBeVisible();
    expect(
      screen.getByRole('option', { name: /Tachycardia.*with a subscription: from page 16/ }),
    ).toBeVisible();
    expect(calls).toEqual(['GET /search?search_term=wave']);
    await expectAccessible(container);
  });

  it('leads to the second in which a lecture says it', async () => {
    const materials = [
      {
        ...{ id: 'm1', material_type: 'video' as const, page: 20, label: '18', locked: false, book },
        ...{ title: [{ text: 'Conduction', hit: false }], at_seconds: 83.5 },
        context: [{ text: 'the wave', hit: true }],
      },
    ];
    const { location } = await show({ ...hits, materials });
    await userEvent.type(field(), 'wave');
    const option = await screen.findByRole('option', {
      name: /Conduction.*the wave.*The ECG.*Lecture.*1:23/,
    });
    await userEvent.click(option);
    expect(location()).toBe('/supplementary/m1/b1/m1?t=83');
  });

  it('shows the sentences that answer a question first, each with its book and page', async () => {
    const answer = {
      ...{ book_id: 'b1', page: 9, label: '3', quote: 'A wave is a sum.', score: 0.8, book },
      context: [
        { text: 'A ', hit: false },
        { text: 'wave', hit: true },
        { text: ' is a sum.', hit: false },
      ],
    };
    await show({ ...hits, answers: [answer] });
    await userEvent.type(field(), 'what is a wave?');
    const group = await screen.findByRole('group', { name: 'Answers from the books' });
    const [first] = screen.getAllByRole('option');
    expect(group).toContainElement(first as HTMLElement);
    for (const text of ['A wave is a sum.', 'The ECG in Practice', 'page 3'])
      expect(first).toHaveTextContent(text);
  });

  it('says which similar words were found instead', async () => {
    const { container } = await show({
      ...hits,
      replaced: [{ typed: 'gluconate', used: ['glucose', 'glucosamine'] }],
    });
    await userEvent.type(field(), 'calcium gluconate');
    const title = 'Nothing for “gluconate”. Passages with similar words: glucose, glucosamine';
    expect(await screen.findByRole('group', { name: title })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'In the text' })).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent(title);
    await expectAccessible(container);
  });

  it('shows a plain cover where a cover is missing', async () => {
    const { container } = await show();
    await userEvent.type(field(), 'wave');
    await screen.findAllByRole('option');
    const cover = container.querySelector('img[src="/c.webp"]');
    fireEvent.error(cover as Element);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('[data-missing]')).toBeInTheDocument();
  });

  it('works by keyboard: arrows choose, Enter opens, Escape closes', async () => {
    const { location } = await show();
    await userEvent.type(field(), 'wave');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}{ArrowUp}');
    // Arrow up in the field selects the last option: the page in the text.
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('the wave');
    await userEvent.keyboard('{Escape}');
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{ArrowDown}');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    expect(location()).toBe('/book-viewer/b1?page=7&passage=the+wave');
  });

  it('opens the profile if the chapter cannot be read', async () => {
    const { location } = await show();
    await userEvent.type(field(), 'tachy');
    await userEvent.click(await screen.findByRole('option', { name: /Tachycardia/ }));
    expect(location()).toBe('/book-profile/b1');
  });

  it('lists the books when Enter is pressed without a selected option', async () => {
    const { location } = await show();
    await userEvent.type(field(), 'wave{Enter}');
    expect(location()).toBe('/books?search_term=wave');
  });

  it('searches from two characters, and says when nothing was found', async () => {
    const empty = {
      books: [],
      authors: [],
      chapters: [],
      pages: [],
      answers: [],
      materials: [],
      notes: [],
      replaced: [],
    };
    const { calls } = await show(empty);
    await userEvent.type(field(), 'w');
    expect(calls).toEqual([]);
    await userEvent.type(field(), 'x');
    expect(await screen.findByText('No results found!')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('0 results');
  });

  it('says when the search failed', async () => {
    await show(new FakeFailure(500, { code: 'internal' }));
    await userEvent.type(field(), 'wave');
    await waitFor(() => expect(screen.getByText(/did not answer/)).toBeVisible());
  });
});
