import type { Person } from '@vesalius/contract/admin-people';

/** Sent with a change: the server refuses it if another user changed one of these fields since. */
export const asShown = (person: Person) => ({
  role_name: person.role_name,
  is_beta: person.is_beta,
  book_ids: person.books.map(({ id }) => id),
  produced_book_ids: person.produced_books.map(({ id }) => id),
  program_ids: person.programs.map(({ id }) => id),
  institution_ids: person.institutions.map(({ id }) => id),
});
