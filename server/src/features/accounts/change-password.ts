import type { ChangePasswordBody } from '@vesalius/contract/accounts-bodies';
import { FIELD_MESSAGES, SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { counterOf, takeAttempts } from '../../platform/throttle.ts';
import type { Actor } from './actor.ts';
import { demandPasswordAgain } from './demand-same-person.ts';
import { holdSession } from './hold-session.ts';
import { accountLetters } from './jobs.ts';
import { deleteTokens } from './one-time-tokens.ts';
import { hashPassword } from './passwords.ts';
import { findUserById, updatePasswordHash } from './queries.ts';
import { demandStrongPassword } from './register.ts';
import { endSessions, rememberDevices } from './session-queries.ts';
import { PASSWORD_CHANGE } from './throttles.ts';

/** Where the path contains a `userId`, only the caller's own is accepted. */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  body: z.output<typeof ChangePasswordBody>,
  placeHash: Buffer,
  userId: string = actor.userId,
): Promise<{ message: string }> {
  const { db, clock } = deps;
  demand(userId === actor.userId, 'not_allowed');
  const user = await findUserById(db, actor.userId, clock.now());
  demand(user, 'session_ended');
  await demandPasswordAgain(deps, user, body.old_password, actor.site, {
    code: 'old_password_wrong',
    field: 'old_password',
    text: FIELD_MESSAGES.oldPasswordWrong,
  });
  demandStrongPassword(body.password, [user.email, user.firstName, user.secondName], 'password');
  await takeAttempts(db, [counterOf(PASSWORD_CHANGE, user.id)], clock.now());
  const passwordHash = await hashPassword(body.password, actor.site);
  await inTransaction(db, async (tx) => {
    await holdSession(tx, actor, user);
    await updatePasswordHash(tx, user.id, passwordHash);
    // A link for a new password proves the address, which is more than a password: it stays valid. An unverified account
    // may be a stranger's, so that its owner's invitation stays, too.
    if (user.emailVerified) await deleteTokens(tx, user.id, ['invitation']);
    await endSessions(tx, user.id, actor.sessionId);
    await rememberDevices(tx, user.id, [placeHash], clock.now());
    // The owner of an unverified address may not know of the account.
    if (user.emailVerified) await enqueue(tx, accountLetters.sendPasswordChanged({ user_id: user.id }));
  });
  return { message: SUCCESS_MESSAGES.passwordChanged };
}
