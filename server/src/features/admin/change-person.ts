import type { InvitePersonBody, MAIL_KINDS, RenamePersonBody } from '@vesalius/contract/admin-people';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { NewJob } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { AccountReactions } from '../accounts/account-reactions.ts';
import type { Actor } from '../accounts/actor.ts';
import { endAllSessions } from '../accounts/end-all-sessions.ts';
import { holdRole, holdRoleOver } from '../accounts/hold-role.ts';
import { findOrInvitePerson } from '../accounts/invite-person.ts';
import { accountLetters } from '../accounts/jobs.ts';
import { removeSecondFactor } from '../accounts/second-factor/change-second-factor.ts';
import { updateName } from '../accounts/update-name.ts';
import { afterVerification } from '../accounts/verify-email.ts';
import { replaceAssignments } from './change-role.ts';
import { lockPerson } from './person-queries.ts';

type Part = Pick<Deps, 'db' | 'clock'>;

/** Creates an account by invitation. An address that already has one is refused, so that no role changes unexpectedly. */
export async function invitePerson(
  { db, clock }: Part,
  actor: Actor,
  body: z.output<typeof InvitePersonBody>,
): Promise<{ id: string }> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
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
    demand(invited, 'email_taken', { email: VALUE_MESSAGES.emailTaken });
    const assigned = await replaceAssignments(tx, { id, email: body.email, role: body.role_name }, body, now);
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

/** Issued certificates keep their name: correcting one is a separate action. */
export async function renamePerson(
  { db, clock }: Part,
  actor: Actor,
  personId: string,
  { previous, ...name }: z.output<typeof RenamePersonBody>,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await holdRoleOver(tx, actor, personId);
    const person = await lockPerson(tx, personId);
    demand(person, 'not_found');
    const before = { first_name: person.firstName, second_name: person.secondName };
    const isNow = (other: typeof before) =>
      before.first_name === other.first_name && before.second_name === other.second_name;
    if (isNow(name)) return;
    demand(isNow(previous), 'edited_meanwhile');
    await updateName(tx, personId, { first: name.first_name, second: name.second_name });
    const record = { subjectType: 'user', subjectId: personId, detail: { before, after: name } };
    await recordAudit(tx, { actorId: actor.userId, action: 'user.rename', ...record }, now);
  });
}

export async function verifyPerson(
  { db, clock }: Part,
  reactions: AccountReactions,
  actor: Actor,
  personId: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await holdRoleOver(tx, actor, personId);
    const person = await lockPerson(tx, personId);
    demand(person, 'not_found');
    await afterVerification(tx, reactions, { userId: personId, email: person.email, now });
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
    await holdRoleOver(tx, actor, personId);
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

/** For a user who has lost authenticator and recovery codes; not for oneself, which requires password and code. */
export async function removePersonSecondFactor(
  { db, clock }: Part,
  actor: Actor,
  personId: string,
): Promise<void> {
  demand(personId !== actor.userId, 'not_allowed');
  await inTransaction(db, async (tx) => {
    await holdRoleOver(tx, actor, personId);
    demand(await lockPerson(tx, personId), 'not_found');
    await removeSecondFactor(tx, { actorId: actor.userId, userId: personId, now: clock.now() });
  });
}

const mailAgain = {
  verification: (id: string) => accountLetters.sendVerification({ user_id: id }),
  welcome: (id: string) => accountLetters.sendWelcome({ user_id: id }),
  reset: (id: string) => accountLetters.sendReset({ user_id: id }),
  invitation: (id: string) => accountLetters.sendInvitation({ user_id: id, by: null }),
} satisfies Record<(typeof MAIL_KINDS)[number], (id: string) => NewJob>;

/** Enqueues the mail again. */
export async function resendMail(
  { db, clock }: Part,
  actor: Actor,
  personId: string,
  kind: (typeof MAIL_KINDS)[number],
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await holdRoleOver(tx, actor, personId);
    demand(await lockPerson(tx, personId), 'not_found');
    await enqueue(tx, mailAgain[kind](personId));
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
