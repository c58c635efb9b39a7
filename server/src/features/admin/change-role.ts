import type { UpdatePersonBody } from '@vesalius/contract/admin-people';
import type { Role } from '@vesalius/contract/calls';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import { BOOK_ROLES } from '@vesalius/contract/publishing-admin';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Actor } from '../accounts/actor.ts';
import { endAllSessions } from '../accounts/end-all-sessions.ts';
import { holdRoleOver } from '../accounts/hold-role.ts';
import { inviteUnverified } from '../accounts/invite-person.ts';
import { accountLetters } from '../accounts/jobs.ts';
import { updateRole } from '../accounts/update-role.ts';
import { isRenewing } from '../commerce/is-renewing.ts';
import { giveUpSeats } from '../institutions/give-up-seats.ts';
import { directNoProgram, directPrograms } from '../programs/direct-programs.ts';
import { endPlaces, restorePlaces } from '../programs/end-places.ts';
import { assignBooks, unassignBooks } from '../publishing/assign-books.ts';
import {
  listAssignedBookIds,
  listDirectedProgramIds,
  listInstitutionIds,
  listNames,
  listStudentProgramIds,
} from './assignment-queries.ts';
import { lockPerson } from './person-queries.ts';
import { tellAssignments } from './tell-assignments.ts';

interface PersonInRole {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}
/** Undefined = not changed. */
interface Assignments {
  readonly book_ids?: readonly string[] | undefined;
  readonly produced_book_ids?: readonly string[] | undefined;
  readonly program_ids?: readonly string[] | undefined;
}

const isAssignable = (role: Role): role is 'author' | 'editor' => role === 'author' || role === 'editor';

/**
 * Replaces the books of an author or editor, or the programs of a director, with the given ones. Assignments of another role end.
 * Throws `invalid` for what does not exist, or does not fit this role.
 */
export async function replaceAssignments(
  tx: Tx,
  { id, email, role }: PersonInRole,
  given: Assignments,
  now: Date,
): Promise<Assignments> {
  const [bookIds, producedIds, programIds] = [given.book_ids, given.produced_book_ids, given.program_ids].map(
    (ids) => ids && [...new Set(ids)].sort(),
  );
  await replaceBooks(tx, { email, as: isAssignable(role) ? role : null, bookIds, producedIds }, now);
  const directs = role === 'program_director';
  const programs = { program_ids: VALUE_MESSAGES.programsOfDirector };
  demand(directs || !programIds?.length, 'invalid', programs);
  if (!directs || programIds) await directNoProgram(tx, id);
  if (programIds?.length)
    demand((await directPrograms(tx, id, programIds)) === programIds.length, 'invalid', programs);
  return {
    ...(bookIds?.length ? { book_ids: bookIds } : {}),
    ...(producedIds?.length ? { produced_book_ids: producedIds } : {}),
    ...(programIds?.length ? { program_ids: programIds } : {}),
  };
}

/** `as`: the role in which the user sees books; null = none, which ends all assignments. */
async function replaceBooks(
  tx: Tx,
  person: {
    email: string;
    as: 'author' | 'editor' | null;
    bookIds: readonly string[] | undefined;
    producedIds: readonly string[] | undefined;
  },
  now: Date,
): Promise<void> {
  const { email, as, bookIds, producedIds } = person;
  for (const role of BOOK_ROLES) {
    const isOwn = role === 'producer' ? as !== null : role === as;
    const field = role === 'producer' ? 'produced_book_ids' : 'book_ids';
    const ids = role === 'producer' ? producedIds : bookIds;
    const message = { [field]: VALUE_MESSAGES.booksOfMaker };
    demand(as !== null || !ids?.length, 'invalid', message);
    if (!isOwn) await unassignBooks(tx, { email, role }, now);
    else if (ids) {
      await unassignBooks(tx, { email, role, except: ids }, now);
      demand((await assignBooks(tx, { email, role, bookIds: ids }, now)) === ids.length, 'invalid', message);
    }
  }
}

/**
 * Changes the beta flag, the role and the assignments of a user.
 *
 * - A new role takes effect at once, and a letter tells the user.
 * - Only readers have seats and places in programs: another role ends them. The caller confirms that by sending them in
 *   `previous`. The role of a reader restores the places. Purchases and results stay.
 * - If another user has changed what `previous` contains, the change is refused.
 * - Staff cannot change their own role, nor any role after they have lost theirs: otherwise the last member of the staff
 *   could lock everybody out.
 */
export async function updatePerson(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  personId: string,
  body: z.output<typeof UpdatePersonBody>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdRoleOver(tx, actor, personId);
    await changePerson(tx, actor, personId, body, clock.now());
  });
}

/** The same, within a transaction that has locked the actor's role and both accounts. */
export async function changePerson(
  tx: Tx,
  actor: Actor,
  personId: string,
  body: z.output<typeof UpdatePersonBody>,
  now: Date,
): Promise<void> {
  const person = await lockPerson(tx, personId);
  demand(person, 'not_found');
  const role = body.role_name ?? person.role;
  const isBeta = body.is_beta ?? person.isBeta;
  const isNewRole = role !== person.role;
  demand(!isNewRole || personId !== actor.userId, 'not_allowed');
  const before = await recordedPerson(tx, personId);
  const isConfirmed = body.previous !== undefined || !isNewRole || !hasAssignments(before);
  demand(isConfirmed, 'role_change_unconfirmed');
  demand(!body.previous || isAsSeen(before, body.previous), 'edited_meanwhile');
  if (isNewRole || isBeta !== person.isBeta) await updateRole(tx, personId, { isBeta, role });
  if (role !== 'customer') {
    await giveUpSeats(tx, personId, now);
    await endPlaces(tx, personId, now);
  }
  const studentAgain = isNewRole && role === 'customer' ? await restorePlaces(tx, personId, now) : [];
  if (isNewRole || body.book_ids || body.produced_book_ids || body.program_ids)
    await replaceAssignments(tx, { id: personId, email: person.email, role }, body, now);
  const after = await recordedPerson(tx, personId);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (isNewRole) {
    // A token has the powers of its user, so the new role begins with a new sign-in.
    await endAllSessions(tx, personId);
    const invited = await inviteUnverified(tx, [personId], null);
    const hasRenewals = await isRenewing(tx, personId);
    const letter = {
      ...{ user_id: personId, has_renewals: hasRenewals, student_again: studentAgain },
      ...(await endedNames(tx, before)),
    };
    if (invited.length === 0) await enqueue(tx, accountLetters.sendRoleChanged(letter));
  } else {
    await tellAssignments(
      tx,
      { id: personId },
      { ended: without(before, after), added: without(after, before) },
    );
  }
  const isAssigned = JSON.stringify({ ...before, is_beta: isBeta }) !== JSON.stringify(after);
  const action = isNewRole ? 'user.role' : isAssigned ? 'user.assign' : 'user.beta';
  const record = { subjectType: 'user', subjectId: personId, detail: { before, after } };
  await recordAudit(tx, { actorId: actor.userId, action, ...record }, now);
}

/** The assignments that the others do not contain. */
function without(these: Assignments, others: Assignments) {
  const difference = (ids: readonly string[] = [], otherIds: readonly string[] = []) =>
    ids.filter((id) => !otherIds.includes(id));
  return {
    book_ids: difference(these.book_ids, others.book_ids),
    produced_book_ids: difference(these.produced_book_ids, others.produced_book_ids),
    program_ids: difference(these.program_ids, others.program_ids),
  };
}

/** For the letter about the role. */
async function endedNames(tx: Tx, former: Awaited<ReturnType<typeof recordedPerson>>) {
  const { program_ids: programIds = [], ...others } = former;
  const programs = await listNames(tx, { program_ids: programIds });
  return {
    ended: await listNames(tx, others),
    ...(former.role === 'customer' ? { student_of: programs } : { directed: programs }),
  };
}

const hasAssignments = (recorded: Awaited<ReturnType<typeof recordedPerson>>): boolean =>
  [recorded.book_ids, recorded.produced_book_ids, recorded.program_ids, recorded.institution_ids].some(
    (ids) => ids !== undefined && ids.length > 0,
  );

/** Compares the beta flag and the assignments in the order in which they are recorded. */
function isAsSeen(
  recorded: Awaited<ReturnType<typeof recordedPerson>>,
  seen: NonNullable<z.output<typeof UpdatePersonBody>['previous']>,
): boolean {
  const {
    role,
    is_beta: isBeta,
    book_ids: bookIds = [],
    produced_book_ids: producedIds = [],
    program_ids: programIds = [],
    institution_ids: institutionIds = [],
  } = recorded;
  const isSame = (ids: readonly string[], seenIds: readonly string[] | undefined) =>
    seenIds === undefined || ids.join() === [...seenIds].sort().join();
  if (role !== seen.role_name || isBeta !== (seen.is_beta ?? isBeta)) return false;
  if (isAssignable(role))
    return isSame(bookIds, seen.book_ids) && isSame(producedIds, seen.produced_book_ids);
  if (role === 'customer')
    return isSame(programIds, seen.program_ids) && isSame(institutionIds, seen.institution_ids ?? []);
  return role !== 'program_director' || isSame(programIds, seen.program_ids);
}

/** Role, flag and assignments in a fixed order, so that a difference in the audit log means a change. */
async function recordedPerson(tx: Tx, id: string) {
  const person = await lockPerson(tx, id);
  demand(person, 'not_found');
  const { role, isBeta, email } = person;
  return {
    role,
    is_beta: isBeta,
    ...(isAssignable(role) ? await recordedBooks(tx, email, role) : {}),
    ...(role === 'program_director' ? { program_ids: await listDirectedProgramIds(tx, id) } : {}),
    ...(role === 'customer' ? await recordedPlaces(tx, id) : {}),
  };
}

async function recordedBooks(tx: Tx, email: string, role: 'author' | 'editor') {
  const produced = await listAssignedBookIds(tx, { email, role: 'producer' });
  return {
    book_ids: await listAssignedBookIds(tx, { email, role }),
    ...(produced.length > 0 ? { produced_book_ids: produced } : {}),
  };
}

/** A reader's programs and institutions; an audit log entry names them only if there are any. */
async function recordedPlaces(tx: Tx, id: string) {
  const programIds = await listStudentProgramIds(tx, id);
  const institutionIds = await listInstitutionIds(tx, id);
  return {
    ...(programIds.length > 0 ? { program_ids: programIds } : {}),
    ...(institutionIds.length > 0 ? { institution_ids: institutionIds } : {}),
  };
}
