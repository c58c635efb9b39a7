import type { Person } from '@vesalius/contract/admin';

/** What a change sends along: where somebody else changed one of them since, the server refuses it. */
export const asShown = (person: Person) => ({
  role_name: person.role_name,
  is_beta: person.is_beta,
  book_ids: person.books.map(({ id }) => id),
  produced_book_ids: person.produced_books.map(({ id }) => id),
  program_ids: person.programs.filter((program) => program.as === 'director').map(({ id }) => id),
});
