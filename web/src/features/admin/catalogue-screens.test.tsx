import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CatalogueBook, CataloguePackage, CatalogueProgram } from '@vesalius/contract/publishing-admin';
import { describe, expect, it } from 'vitest';
import {
  type Answers,
  expectAccessible,
  FakeFailure,
  renderScreen,
  sessionOf,
} from '../../testing/render.tsx';
import { BookPeople } from './book-people.tsx';
import { BooksList } from './books-list.tsx';
import { PackageForm } from './package-form.tsx';
import { PackageOffer } from './package-offer.tsx';
import { PackagesList } from './packages-list.tsx';
import { ProgramDirectors } from './program-directors.tsx';
import { ProgramForm } from './program-form.tsx';
import { ProgramsList } from './programs-list.tsx';
import { PublisherForm } from './publisher-form.tsx';
import { PublishersList } from './publishers-list.tsx';

const idOf = (n: number) => `0197a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const listOf = (...data: unknown[]) => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } });
const bookOf = (n: number, state: 'published' | 'withdrawn' = 'published') => ({
  id: idOf(n),
  title: `Book ${n} (1)`,
  state,
});
const listing: CataloguePackage = {
  ...{ id: idOf(100), slug: 'heart', name: 'Heart', price: 120, is_published: true, book_count: 3 },
  ...{ sold_book_count: 2, sold_books_price: 110, is_sold: false },
  ...{ subscribers: 2, description: 'All of it.', image_url: null, changed_at: '2026-03-01T09:00:00.000Z' },
  books: [bookOf(1), bookOf(2), bookOf(3, 'withdrawn')],
};
const program: CatalogueProgram = {
  ...{ id: idOf(200), slug: 'residency', name: 'Residency', photo_url: null, institution: null },
  ...{ books: [bookOf(1)], student_count: 4, changed_at: null },
  directors: [{ id: idOf(300), name: 'Dora Director', email: 'dora@example.org' }],
};
const book: CatalogueBook = {
  ...bookOf(1),
  ...{ edition: '1', isbn_print: null, isbn_electronic: null, doi: null, subjects: [], publisher: null },
  people: [
    {
      ...{ email: 'ada@example.org', role: 'author', is_idle: true, named_by: 'book_folder' },
      person: { id: idOf(301), name: 'Ada Writer' },
    },
  ],
};
const products = () =>
  listOf(
    { id: idOf(4), kind: 'book', title: 'Book 4 (1)' },
    { id: idOf(5), kind: 'book', title: 'Book 5 (1)' },
  );
const person = {
  ...{ id: idOf(302), name: 'Rea Der', email: 'rea@example.org', role_name: 'customer', is_beta: false },
  ...{
    books: [],
    restorable_programs: [],
    produced_books: [],
    institutions: [{ id: idOf(600), name: 'St Luke' }],
  },
  programs: [{ id: idOf(500), name: 'Internal Medicine Residency', as: 'student', is_only_director: false }],
};
/** What a request names to end. */
const previous = {
  ...{ role_name: 'customer', is_beta: false, book_ids: [], produced_book_ids: [] },
  ...{ program_ids: [idOf(500)], institution_ids: [idOf(600)] },
};
type Sent = { url: string; body: unknown };

async function show(element: Parameters<typeof renderScreen>[0], answers: Answers = {}) {
  const sent: Record<string, unknown> = {};
  const keeping = Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [
      call,
      (request: Sent) => {
        sent[call] = call.startsWith('DELETE') ? request.url : request.body;
        return typeof answer === 'function' ? answer(request) : answer;
      },
    ]),
  );
  const rendered = await renderScreen(element, {
    namespaces: ['admin', 'listings', 'fields'],
    session: sessionOf('staff'),
    answers: {
      ...{ 'GET /products': products, 'GET /people': listOf(person), [`GET /people/${person.id}`]: person },
      ...keeping,
    },
  });
  return { ...rendered, sent };
}
const choose = async (label: string, option: string) => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option, hidden: true }));
};

describe('the form of a bundle', () => {
  it('proposes a slug from the name until one is typed, and creates the bundle', async () => {
    const user = userEvent.setup();
    const { sent, container } = await show(<PackageForm listing={null} onDone={() => {}} />, {
      'POST /packages': { id: idOf(101) },
    });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Heart & Lung');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('heart-lung');
    await user.clear(screen.getByRole('textbox', { name: 'Slug' }));
    await user.type(screen.getByRole('textbox', { name: 'Slug' }), 'thorax');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' 2');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('thorax');
    await choose('Add a book', 'Book 4 (1)');
    expect(screen.queryByRole('option')).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Add a book' }));
    await screen.findByRole('option', { name: 'Book 5 (1)', hidden: true });
    expect(screen.queryByRole('option', { name: 'Book 4 (1)', hidden: true })).toBeNull();
    await choose('Add a book', 'Book 5 (1)');
    await user.click(screen.getByRole('button', { name: 'Move up: Book 5 (1)' }));
    await expectAccessible(container);
    await user.click(screen.getByRole('button', { name: 'Create the bundle' }));
    expect(screen.getByRole('textbox', { name: 'Price per year' })).toBeInvalid();
    await user.type(screen.getByRole('textbox', { name: 'Price per year' }), '150.50');
    await user.click(screen.getByRole('button', { name: 'Create the bundle' }));
    await waitFor(() =>
      expect(sent['POST /packages']).toEqual({
        ...{
          name: 'Heart & Lung 2',
          slug: 'thorax',
          description: '',
          image_url: null,
          price: 150.5,
          free: false,
        },
        book_ids: [idOf(5), idOf(4)],
      }),
    );
  });

  it('shows the server’s refusals, and a conflict with another user’s change', async () => {
    const user = userEvent.setup();
    let turn = 0;
    await show(<PackageForm listing={listing} onDone={() => {}} />, {
      [`PUT /packages/${listing.id}`]: () => {
        turn += 1;
        return turn === 1
          ? new FakeFailure(422, {
              ...{ code: 'package_incomplete', message: '' },
              fields: { book_ids: 'A bundle in the shop needs at least two books that are sold.' },
            })
          : new FakeFailure(409, { code: 'edited_meanwhile', message: '' });
      },
    });
    expect(screen.getByText('Not in the shop')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove: Book 2 (1)' }));
    expect(screen.getByRole('button', { name: 'Remove: Book 3 (1)' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/needs at least two books that are sold/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Someone else changed this while you were editing')).toBeVisible();
  });

  it('can be saved again after saving', async () => {
    const user = userEvent.setup();
    const { sent } = await show(<PackageForm listing={listing} onDone={() => {}} />, {
      [`PUT /packages/${listing.id}`]: { ...listing, changed_at: '2026-03-02T09:00:00.000Z' },
    });
    const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
    await save();
    await waitFor(() =>
      expect(sent[`PUT /packages/${listing.id}`]).toMatchObject({ changed_at: '2026-03-01T09:00:00.000Z' }),
    );
    await waitFor(async () => {
      await save();
      expect(sent[`PUT /packages/${listing.id}`]).toMatchObject({ changed_at: '2026-03-02T09:00:00.000Z' });
    });
  });
});

describe('a sold bundle', () => {
  it('is withdrawn after a confirmation that says who keeps it', async () => {
    const user = userEvent.setup();
    const { sent } = await show(<PackageOffer listing={listing} price={null} />, {
      [`POST /packages/${listing.id}/withdraw`]: { ...listing, is_published: false },
    });
    await user.click(screen.getByRole('button', { name: 'Take out of the shop' }));
    const dialog = await screen.findByRole('dialog', { name: 'Take Heart out of the shop?' });
    expect(within(dialog).getByText(/2 readers keep it/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Take out of the shop' }));
    await waitFor(() => expect(sent).toHaveProperty(`POST /packages/${listing.id}/withdraw`));
  });
});

describe('a program', () => {
  it('says which books its students lose before it is saved', async () => {
    const user = userEvent.setup();
    const { sent } = await show(<ProgramForm listing={program} onDone={() => {}} />, {
      [`PUT /programs/${program.id}`]: program,
    });
    await user.click(screen.getByRole('button', { name: 'Remove: Book 1 (1)' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByText(/4 students can no longer open by the program: Book 1 \(1\)/),
    ).toBeVisible();
    expect(sent).toEqual({});
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent[`PUT /programs/${program.id}`]).toMatchObject({ book_ids: [] }));
  });

  it('adds and removes directors', async () => {
    const user = userEvent.setup();
    const { sent, container } = await show(<ProgramDirectors program={program} />, {
      [`POST /programs/${program.id}/directors`]: program,
      [`DELETE /programs/${program.id}/directors/${idOf(300)}`]: {},
    });
    await expectAccessible(container);
    await choose('Account of the director', 'Rea Der · rea@example.org');
    await user.click(screen.getByRole('button', { name: 'Make director' }));
    const question = await screen.findByRole('dialog', {
      name: 'Change the role of Rea Der to Program director?',
    });
    expect(within(question).getByText(/^Rea Der leaves Internal Medicine Residency:/)).toBeVisible();
    expect(within(question).getByText(/^The seat at St Luke is given up/)).toBeVisible();
    expect(sent).toEqual({});
    await user.click(within(question).getByRole('button', { name: 'Make director' }));
    await waitFor(() =>
      expect(sent[`POST /programs/${program.id}/directors`]).toEqual({ person_id: person.id, previous }),
    );
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Account of the director' })).toHaveFocus(),
    );
    expect(screen.queryByRole('option')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove: Dora Director' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(Object.keys(sent)).toHaveLength(2));
  });
});

describe('the people of a book', () => {
  it('are added with a role, and removed with a note on the next import', async () => {
    const user = userEvent.setup();
    const { sent, container } = await show(<BookPeople book={book} />, {
      [`POST /books/${book.id}/people`]: new FakeFailure(422, {
        ...{ code: 'invalid', message: '' },
        fields: { person_id: 'This person has another role. Change it on their page first.' },
      }),
      [`DELETE /books/${book.id}/people`]: {},
    });
    expect(screen.getByText('The account has another role and does not see the book.')).toBeVisible();
    await expectAccessible(container);
    await choose('Account', 'Rea Der · rea@example.org');
    await choose('Role', 'Producer');
    await user.click(screen.getByRole('button', { name: 'Add to the book' }));
    const question = await screen.findByRole('dialog', { name: 'Change the role of Rea Der to Author?' });
    await user.click(within(question).getByRole('button', { name: 'Add to the book' }));
    expect(await screen.findByText(/Change it on their page first/)).toBeVisible();
    expect(sent[`POST /books/${book.id}/people`]).toEqual({
      person_id: person.id,
      role: 'producer',
      previous,
    });
    await user.click(screen.getByRole('button', { name: 'Remove: Ada Writer, Author' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/imports leave them off from now on/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(sent[`DELETE /books/${book.id}/people`]).toMatch(/email=ada%40example\.org&book_role=author/),
    );
  });
});

describe('a publisher', () => {
  it('is created; its web address must be valid', async () => {
    const user = userEvent.setup();
    const { sent, container } = await show(<PublisherForm listing={null} onDone={() => {}} />, {
      'POST /publishers': { id: idOf(400) },
    });
    await expectAccessible(container);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Fabrica Press');
    await user.type(screen.getByRole('textbox', { name: 'Website' }), 'fabrica');
    await user.click(screen.getByRole('button', { name: 'Create the publisher' }));
    expect(screen.getByRole('textbox', { name: 'Website' })).toBeInvalid();
    await user.clear(screen.getByRole('textbox', { name: 'Website' }));
    await user.type(screen.getByRole('textbox', { name: 'Website' }), 'https://fabrica.example');
    await user.click(screen.getByRole('button', { name: 'Create the publisher' }));
    await waitFor(() =>
      expect(sent['POST /publishers']).toEqual({
        ...{ name: 'Fabrica Press', slug: 'fabrica-press', imprint: null, logo_url: null },
        ...{ website: 'https://fabrica.example', contact_email: null, required_approvals: 0 },
      }),
    );
  });
});

describe('the lists', () => {
  it.each([
    [<PackagesList key="p" />, 'GET /packages', listing, 'Heart'],
    [
      <ProgramsList key="r" />,
      'GET /programs',
      { ...program, institution_name: 'St Luke', book_count: 1, director_count: 1 },
      'Residency',
    ],
    [
      <BooksList key="b" />,
      'GET /books',
      { ...bookOf(1), edition: '1', people: [{ name: 'Ada Writer', role: 'author' }] },
      'Book 1 (1)',
    ],
    [
      <PublishersList key="h" />,
      'GET /publishers',
      { id: idOf(400), slug: 'x', name: 'Fabrica Press', imprint: null, book_count: 1 },
      'Fabrica Press',
    ],
  ])(
    'lead to what they name, and say what to do when there is nothing: %#',
    async (list, call, row, name) => {
      const { container, unmount } = await show(list, { [call]: listOf(row) });
      expect(await screen.findByRole('link', { name })).toBeVisible();
      await expectAccessible(container);
      unmount();
      await show(list, { [call]: listOf() });
      expect(await screen.findByText(/^No .* yet$/)).toBeVisible();
    },
  );
});

it('warns that a bundle is sold with fewer books, or costs more than its books', async () => {
  await show(<PackagesList />, { 'GET /packages': listOf(listing) });
  expect(await screen.findByText('2 in the shop')).toBeVisible();
  expect(screen.getByText('costs more than its books')).toBeVisible();
  expect(screen.getByText('not offered now')).toBeVisible();
});
