import type { UpdatePersonBody } from '@vesalius/contract/admin-people';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { BookRole } from '@vesalius/contract/publishing-admin';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { holdRole, holdRoleOver } from '../accounts/hold-role.ts';
import { directPrograms, stopDirecting } from '../programs/direct-programs.ts';
import { addBookPerson, dismissBookPerson, maySeeAs } from '../publishing/staff/book-people.ts';
import { isDirector } from './assignment-queries.ts';
import { changePerson } from './change-role.ts';
import { lockPerson } from './person-queries.ts';
import { tellAssignments } from './tell-assignments.ts';

type PersonChange = z.output<typeof UpdatePersonBody>;
/** What the caller knows to end with the reader's role. */
type Confirmation = Pick<PersonChange, 'previous'>;
type Part = Pick<Deps, 'db' | 'clock'>;

/** The role that a reader gets with an assignment; a producer becomes an author. */
const ROLE_OF_READERS = { author: 'author', producer: 'author', editor: 'editor' } as const;

/**
 * Assigns a known account to a book as author, editor or producer. A reader gets the role and the mail about it; an account with
 * another role is accepted only if that role has the book's portal, so that nobody's portal changes unnoticed.
 */
export const nameBookPerson = (
  { db, clock }: Part,
  actor: Actor,
  { bookId, personId, role, previous }: { bookId: string; personId: string; role: BookRole } & Confirmation,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    const person = await holdPerson(tx, actor, personId);
    if (person.role === 'customer')
      await takeRole(tx, actor, personId, { role_name: ROLE_OF_READERS[role], previous }, now);
    else demand(maySeeAs(role, person.role), 'invalid', { person_id: VALUE_MESSAGES.otherBookRole });
    if (await addBookPerson(tx, actor, { bookId, email: person.email, role }, now))
      await tellAssignments(tx, { id: personId }, { added: bookOf(bookId, role) });
  });

const bookOf = (bookId: string, role: BookRole) =>
  role === 'producer' ? { produced_book_ids: [bookId] } : { book_ids: [bookId] };

/** The role is kept, because the user may have other books. The letter says which. */
export const removeBookPerson = (
  { db, clock }: Part,
  actor: Actor,
  assignment: { bookId: string; email: string; role: BookRole },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    demand(await dismissBookPerson(tx, actor, assignment, clock.now()), 'not_found');
    const ended = bookOf(assignment.bookId, assignment.role);
    await tellAssignments(tx, { email: assignment.email }, { ended });
  });

/** Makes a known account a director of the program: one that already is a director, or a reader. */
export const addProgramDirector = (
  { db, clock }: Part,
  actor: Actor,
  { programId, personId, previous }: { programId: string; personId: string } & Confirmation,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    const person = await holdPerson(tx, actor, personId);
    const isReader = person.role === 'customer';
    demand(isReader || person.role === 'program_director', 'invalid', {
      person_id: VALUE_MESSAGES.onlyReadersAndDirectors,
    });
    if (await isDirector(tx, programId, personId)) return;
    if (isReader) await takeRole(tx, actor, personId, { role_name: 'program_director', previous }, now);
    demand((await directPrograms(tx, personId, [programId])) === 1, 'not_found');
    await audit(tx, actor, 'program.add-director', programId, personId, now);
    await tellAssignments(tx, { id: personId }, { added: { program_ids: [programId] } });
  });

/** The role is kept, because the user may direct other programs. The letter says which. */
export const removeProgramDirector = (
  { db, clock }: Part,
  actor: Actor,
  { programId, personId }: { programId: string; personId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    demand(await stopDirecting(tx, personId, programId), 'not_found');
    await audit(tx, actor, 'program.remove-director', programId, personId, clock.now());
    await tellAssignments(tx, { id: personId }, { ended: { program_ids: [programId] } });
  });

/** The request does not ask for the role itself, so it needs the confirmation even where nothing ends. */
async function takeRole(tx: Tx, actor: Actor, personId: string, change: PersonChange, now: Date) {
  demand(change.previous, 'role_change_unconfirmed');
  await changePerson(tx, actor, personId, change, now);
}

async function holdPerson(tx: Tx, actor: Actor, personId: string) {
  await holdRoleOver(tx, actor, personId);
  const person = await lockPerson(tx, personId);
  demand(person, 'not_found');
  return person;
}

const audit = (
  tx: Tx,
  actor: Actor,
  action: 'program.add-director' | 'program.remove-director',
  programId: string,
  personId: string,
  now: Date,
) =>
  recordAudit(
    tx,
    {
      actorId: actor.userId,
      action,
      subjectType: 'program',
      subjectId: programId,
      detail: { user_id: personId },
    },
    now,
  );
