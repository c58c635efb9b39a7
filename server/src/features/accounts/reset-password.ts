import type { ResetPasswordBody } from '@vesalius/contract/accounts';
import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { counterOf, forgetAttempts } from '../../platform/throttle.ts';
import { deleteTokens, findTokenOwner, takeToken } from './one-time-tokens.ts';
import { hashPassword } from './passwords.ts';
import { findUserById, updatePasswordHash } from './queries.ts';
import { demandOwnPassword } from './register.ts';
import { endSessions, forgetDevices } from './session-queries.ts';
import { SIGN_IN_ACCOUNT } from './throttles.ts';
import { afterVerification } from './verify-email.ts';

/**
 * The link of a reset mail or an invitation, with the new password. The link proves the address, so that it is
 * verified as well; all sessions end, because somebody else may have had the old password.
 */
export async function resetPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  body: z.output<typeof ResetPasswordBody>,
): Promise<{ message: string }> {
  const now = clock.now();
  demandOwnPassword(body.new_password, [body.email], 'new_password');
  const passwordHash = await hashPassword(body.new_password);
  const link = { token: body.reset_password_token, purposes: ['reset_password', 'invitation'], now } as const;
  await inTransaction(db, async (tx) => {
    const ownerId = await findTokenOwner(tx, link);
    const user = ownerId && (await findUserById(tx, ownerId, now));
    demand(user && user.email.toLowerCase() === body.email, 'reset_token_invalid');
    demandOwnPassword(body.new_password, [user.email, user.firstName, user.secondName], 'new_password');
    // The account is locked before its links are, as everywhere.
    await endSessions(tx, user.id);
    demand(await takeToken(tx, link), 'reset_token_invalid');
    await updatePasswordHash(tx, user.id, passwordHash);
    await deleteTokens(tx, user.id, ['reset_password', 'invitation']);
    await forgetDevices(tx, user.id);
    await afterVerification(tx, { userId: user.id, email: user.email, now });
    if (user.passwordHash !== null)
      await enqueue(tx, { kind: 'accounts.send-password-changed', payload: { user_id: user.id } });
  });
  // Whoever guessed at the account made its owner wait; the owner has come another way.
  await forgetAttempts(db, counterOf(SIGN_IN_ACCOUNT, body.email));
  return { message: SUCCESS_MESSAGES.passwordReset };
}
