import type { InvitePersonBody, MAIL_KINDS, UpdatePersonBody } from '@vesalius/contract/admin';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Actor } from '../../platform/session.ts';
import { endAllSessions } from '../accounts/end-all-sessions.ts';
import { findOrInvitePerson, inviteUnverified } from '../accounts/invite-person.ts';
import { removeSecondFactor } from '../accounts/second-factor/change-second-factor.ts';
import { afterVerification } from '../accounts/verify-email.ts';
import { insertAssignments, insertDirector } from './assignment-queries.ts';
import { lockPerson, updatePersonFlags } from './person-queries.ts';

type Part = Pick<Deps, 'db' | 'clock'>;

/** A new account by invitation; an address that has one already is refused, so that no role changes by surprise. */
export async function invitePerson(
  { db, clock }: Part,
  actor: Actor,
  body: z.output<typeof InvitePersonBody>,
): Promise<{ id: string }> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const { id, invited } = await findOrInvitePerson(
      tx,
      {
        email: body.email,
        firstName: body.first_name,
        secondName: body.second_name,
        role: body.role_name,
        language: body.language,
        invitedBy: null,
      },
      now,
    );
    demand(invited, 'email_taken', { email: 'There is already an account with this email.' });
    const assigned = await assign(tx, { id, email: body.email }, body);
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: 'user.invite',
        subjectType: 'user',
        subjectId: id,
        detail: { role: body.role_name, ...assigned },
      },
      now,
    );
    return { id };
  });
}

/** Books go to authors and editors, programs to directors; what is not there, or not for this role, is refused. */
async function assign(
  tx: Tx,
  person: { id: string; email: string },
  body: z.output<typeof InvitePersonBody>,
): Promise<{ book_ids?: string[]; program_ids?: string[] }> {
  const { role_name: role } = body;
  const [bookIds, programIds] = [[...new Set(body.book_ids)], [...new Set(body.program_ids)]];
  if (bookIds.length > 0) {
    const isAssignable = role === 'author' || role === 'editor';
    demand(
      isAssignable &&
        (await insertAssignments(tx, { email: person.email, role, bookIds })) === bookIds.length,
      'invalid',
      { book_ids: 'Choose books, for an author or an editor.' },
    );
  }
  if (programIds.length > 0)
    demand(
      role === 'program_director' && (await insertDirector(tx, person.id, programIds)) === programIds.length,
      'invalid',
      { program_ids: 'Choose programs, for a program director.' },
    );
  return {
    ...(bookIds.length > 0 ? { book_ids: bookIds } : {}),
    ...(programIds.length > 0 ? { program_ids: programIds } : {}),
  };
}

/** Beta flag and role. Nobody changes their own role: the last of the staff would lock everybody out. */
export async function updatePerson(
  { db, clock }: Part,
  actor: Actor,
  personId: string,
  body: z.output<typeof UpdatePersonBody>,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const before = await lockPerson(tx, personId);
    demand(before, 'not_found');
    const role = body.role_name ?? before.role;
    const isBeta = body.is_beta ?? before.isBeta;
    demand(role === before.role || personId !== actor.userId, 'not_allowed');
    if (role === before.role && isBeta === before.isBeta) return;
    await updatePersonFlags(tx, personId, { isBeta, role });
    // A token's powers are those of its person: the new role begins with a new sign-in.
    if (role !== before.role) {
      await endAllSessions(tx, personId);
      await inviteUnverified(tx, [personId], null);
    }
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: role === before.role ? 'user.beta' : 'user.role',
        subjectType: 'user',
        subjectId: personId,
        detail: { before: { role: before.role, is_beta: before.isBeta }, after: { role, is_beta: isBeta } },
      },
      now,
    );
  });
}

export async function verifyPerson({ db, clock }: Part, actor: Actor, personId: string): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, personId);
    demand(person, 'not_found');
    await afterVerification(tx, { userId: personId, email: person.email, now });
    await recordAudit(
      tx,
      { actorId: actor.userId, action: 'user.verify', subjectType: 'user', subjectId: personId },
      now,
    );
  });
}

export async function endPersonSessions({ db, clock }: Part, actor: Actor, personId: string): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    demand(await lockPerson(tx, personId), 'not_found');
    const ended = await endAllSessions(tx, personId);
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: 'user.end-sessions',
        subjectType: 'user',
        subjectId: personId,
        detail: { ended },
      },
      now,
    );
  });
}

/** For somebody who has lost authenticator and codes; not for oneself, where password and code are asked for. */
export async function removePersonSecondFactor(
  { db, clock }: Part,
  actor: Actor,
  personId: string,
): Promise<void> {
  demand(personId !== actor.userId, 'not_allowed');
  await inTransaction(db, async (tx) => {
    demand(await lockPerson(tx, personId), 'not_found');
    await removeSecondFactor(tx, { actorId: actor.userId, userId: personId, now: clock.now() });
  });
}

/** Puts the job of a mail into the queue once more. */
export async function resendMail(
  { db, clock }: Part,
  actor: Actor,
  personId: string,
  kind: (typeof MAIL_KINDS)[number],
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    demand(await lockPerson(tx, personId), 'not_found');
    const payload = kind === 'invitation' ? { user_id: personId, by: null } : { user_id: personId };
    await enqueue(tx, { kind: `accounts.send-${kind}`, payload });
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: 'user.resend-mail',
        subjectType: 'user',
        subjectId: personId,
        detail: { kind },
      },
      now,
    );
  });
}
