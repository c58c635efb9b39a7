import { BOOK_ROLES, type BookRole } from '@vesalius/contract/publishing-admin';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue, listWaitingPayloads } from '../../platform/jobs.ts';
import { accountLetters } from '../accounts/jobs.ts';
import {
  findVerifiedId,
  listAssignedBookIds,
  listDirectedProgramIds,
  listNamed,
} from './assignment-queries.ts';
import { lockPerson } from './person-queries.ts';

/** Books and programs by the role in which a user has them. */
interface Assigned {
  readonly book_ids?: readonly string[];
  readonly produced_book_ids?: readonly string[];
  readonly program_ids?: readonly string[];
}
interface Added {
  readonly id: string;
  readonly name: string;
  readonly as: BookRole | 'director';
}

/**
 * Enqueues the letter about books and programs that a user has no more, or newly, while the role stays. Call it after the
 * change. What a change takes back before its letter has left is not told.
 */
export async function tellAssignments(
  tx: Tx,
  by: { readonly email: string } | { readonly id: string },
  { ended = {}, added = {} }: { readonly ended?: Assigned; readonly added?: Assigned },
): Promise<void> {
  const id = await findVerifiedId(tx, by);
  const person = id === null ? null : await lockPerson(tx, id);
  if (id === null || !person || person.role === 'customer') return;
  const waiting = await listWaiting(tx, id);
  // The letter about the role names what the user has when it is sent.
  if (waiting.hasRoleLetter) return;
  const own = person.role === 'author' || person.role === 'editor' ? person.role : 'director';
  const isUntold = (assignedId: string, as: Added['as']) =>
    waiting.added.some((each) => each.id === assignedId && each.as === as);
  const told = (ids: readonly string[] = [], as: Added['as']) => ids.filter((each) => !isUntold(each, as));
  const named = await listNamed(tx, {
    program_ids: told(ended.program_ids, 'director'),
    book_ids: told(ended.book_ids, own),
  });
  const produced = await listNamed(tx, { produced_book_ids: told(ended.produced_book_ids, 'producer') });
  const isKnown = ({ id: addedId, as }: Added) =>
    isUntold(addedId, as) || (as === 'producer' ? waiting.produced : waiting.gone).has(addedId);
  const news = (await listAdded(tx, own, added)).filter((each) => !isKnown(each));
  if (named.length === 0 && produced.length === 0 && news.length === 0) return;
  const present = await listPresent(tx, { id, email: person.email });
  const ids = new Set(present.map((each) => each.id));
  const old = present.filter((each) => !news.some((one) => one.id === each.id && one.as === each.as));
  const letter = {
    ...{ user_id: id, ended: named.map(({ name }) => name), produced, added: news },
    // The user may still have a book in another role: such a one cannot come back.
    gone: named.filter((each) => !ids.has(each.id)),
    remaining: (await listNamedById(tx, ids)).map(({ name }) => name),
    kept: await listNamedById(tx, new Set(old.map((each) => each.id))),
  };
  await enqueue(tx, accountLetters.sendAssignmentsChanged(letter));
}

const listNamedById = (tx: Tx, ids: ReadonlySet<string>) =>
  listNamed(tx, { program_ids: [...ids], book_ids: [...ids] });

/** All books and programs that the user has. */
async function listPresent(
  tx: Tx,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<Omit<Added, 'name'>[]> {
  const present = (await listDirectedProgramIds(tx, id)).map(
    (programId): Omit<Added, 'name'> => ({ id: programId, as: 'director' }),
  );
  for (const as of BOOK_ROLES)
    for (const bookId of await listAssignedBookIds(tx, { email, role: as })) present.push({ id: bookId, as });
  return present;
}

/** What letters to the user say that have not left. */
async function listWaiting(tx: Tx, userId: string) {
  const user = { user_id: userId };
  const letters = await listWaitingPayloads(tx, accountLetters.sendAssignmentsChanged, user);
  const idsOf = (field: 'gone' | 'produced') =>
    new Set(letters.flatMap((letter) => letter[field].map(({ id }) => id)));
  return {
    hasRoleLetter: (await listWaitingPayloads(tx, accountLetters.sendRoleChanged, user)).length > 0,
    added: letters.flatMap((letter) => letter.added),
    gone: idsOf('gone'),
    produced: idsOf('produced'),
  };
}

async function listAdded(tx: Tx, own: Added['as'], added: Assigned): Promise<Added[]> {
  const { program_ids: programIds = [], book_ids: bookIds = [], produced_book_ids: producedIds = [] } = added;
  const named = async (ids: Assigned, as: Added['as']) =>
    (await listNamed(tx, ids)).map(({ id, name }): Added => ({ id, name, as }));
  return [
    ...(await named({ program_ids: programIds }, 'director')),
    ...(await named({ book_ids: bookIds }, own)),
    ...(await named({ produced_book_ids: producedIds }, 'producer')),
  ];
}
