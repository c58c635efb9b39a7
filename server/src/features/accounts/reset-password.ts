import type { ResetPasswordBody } from '@vesalius/contract/accounts';
import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { counterOf, forgetAttempts } from '../../platform/throttle.ts';
import { deleteTokens, takeToken } from './one-time-tokens.ts';
import { hashPassword } from './passwords.ts';
import { findUserById, updatePasswordHash } from './queries.ts';
import { demandOwnPassword } from './register.ts';
import { deleteSessions, forgetDevices } from './session-queries.ts';
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
  await inTransaction(db, async (tx) => {
    const taken = await takeToken(tx, {
      token: body.reset_password_token,
      purposes: ['reset_password', 'invitation'],
      now,
    });
    demand(taken, 'reset_token_invalid');
    const user = await findUserById(tx, taken.userId, now);
    // Thrown inside the transaction: a token sent with another address is not used up.
    demand(user && user.email.toLowerCase() === body.email, 'reset_token_invalid');
    demandOwnPassword(body.new_password, [user.email, user.firstName, user.secondName], 'new_password');
    await updatePasswordHash(tx, user.id, passwordHash);
    await deleteTokens(tx, user.id, ['reset_password', 'invitation']);
    await deleteSessions(tx, user.id);
    await forgetDevices(tx, user.id);
    await afterVerification(tx, { userId: user.id, email: user.email, now });
    if (user.passwordHash !== null)
      await enqueue(tx, { kind: 'accounts.send-password-changed', payload: { user_id: user.id } });
  });
  // Whoever guessed at the account made its owner wait; the owner has come another way.
  await forgetAttempts(db, counterOf(SIGN_IN_ACCOUNT, body.email));
  return { message: SUCCESS_MESSAGES.passwordReset };
}
