import type { Deps } from '../../../platform/deps.ts';
import { booksInLetter, type LinkedAssignments, listAssignedBooks } from './assigned-books.ts';
import { listDirectedPrograms, programsInLetter } from './directed-programs.ts';
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
