import type { Deps } from '../../../platform/deps.ts';
import { booksInLetter, listAssignedBooks } from './assigned-books.ts';
import { listDirectedPrograms, programsInLetter } from './directed-programs.ts';
import type { LinkedAssignments } from './linked-assignments.ts';
import type { Addressee } from './mail-person.ts';

/** What the account has in its present role at the time of sending: the books of its authors and editors, a director's programs. */
export async function assignmentsInLetter(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, language, role }: Pick<Addressee, 'id' | 'language' | 'role'>,
): Promise<LinkedAssignments> {
  if (role === 'program_director')
    return programsInLetter(language, await listDirectedPrograms(db, id), config.publicUrl);
  return booksInLetter(language, await listAssignedBooks(db, id), config.publicUrl);
}

/** Of newly assigned books and programs, those that the account still has at the time of sending. */
export async function addedInLetter(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, language, role }: Pick<Addressee, 'id' | 'language' | 'role'>,
  added: readonly { readonly id: string; readonly as: string }[],
): Promise<LinkedAssignments> {
  const isAdded = (assignedId: string, as: string) =>
    added.some((each) => each.id === assignedId && each.as === as);
  if (role === 'program_director') {
    const programs = (await listDirectedPrograms(db, id)).filter((program) =>
      isAdded(program.id, 'director'),
    );
    return programsInLetter(language, programs, config.publicUrl, 'added');
  }
  const books = (await listAssignedBooks(db, id)).filter((book) => isAdded(book.id, book.role));
  return booksInLetter(language, books, config.publicUrl, 'added');
}
