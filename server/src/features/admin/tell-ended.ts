import { BOOK_ROLES } from '@vesalius/contract/publishing-admin';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { accountLetters } from '../accounts/jobs.ts';
import {
  findVerifiedId,
  listAssignedBookIds,
  listDirectedProgramIds,
  listNamed,
  listNames,
} from './assignment-queries.ts';
import { lockPerson } from './person-queries.ts';

/** Enqueues the letter about books or programs that a user has no more while the role stays. Call it after the removal. */
export async function tellEnded(
  tx: Tx,
  by: { readonly email: string } | { readonly id: string },
  ended: {
    readonly book_ids?: readonly string[];
    readonly produced_book_ids?: readonly string[];
    readonly program_ids?: readonly string[];
  },
): Promise<void> {
  const id = await findVerifiedId(tx, by);
  const person = id === null ? null : await lockPerson(tx, id);
  if (id === null || !person || person.role === 'customer') return;
  const bookIds = new Set<string>();
  for (const role of BOOK_ROLES)
    for (const bookId of await listAssignedBookIds(tx, { email: person.email, role })) bookIds.add(bookId);
  const programIds = await listDirectedProgramIds(tx, id);
  const remaining = await listNames(tx, { program_ids: programIds, book_ids: [...bookIds] });
  const { produced_book_ids: producedIds = [], ...others } = ended;
  const named = await listNamed(tx, others);
  const produced = await listNamed(tx, { produced_book_ids: producedIds });
  if (named.length === 0 && produced.length === 0) return;
  // The user may still have a book in another role: such a one cannot come back.
  const gone = named.filter((each) => !bookIds.has(each.id) && !programIds.includes(each.id));
  const names = named.map(({ name }) => name);
  const letter = { user_id: id, ended: names, remaining, gone, produced };
  await enqueue(tx, accountLetters.sendAssignmentsEnded(letter));
}
