import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { counterOf, forgetAttempts, takeAttempts } from '../../../platform/throttle.ts';
import { accountLetters } from '../jobs.ts';
import { hashRecoveryCode } from '../passwords.ts';
import type { KnownDevice } from '../session-queries.ts';
import { SECOND_FACTOR } from '../throttles.ts';
import { readRecoveryCode } from './recovery-codes.ts';
import { openSecret } from './sealed-secret.ts';
import { findSecondFactor, takeRecoveryCode, takeStep } from './second-factor-queries.ts';
import { stepOfCode } from './totp.ts';

type Part = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Devices that have passed the second step before are throttled separately from strangers. */
export const secondStepFrom = (known: KnownDevice | null): string =>
  known?.hasSignedIn ? known.deviceHash.toString('hex') : 'strangers';

/**
 * The second step of signing in: passes users without a second factor, and those with a valid code. `from` separates known
 * devices from strangers, so that someone who knows a password cannot lock its owner out.
 */
export async function demandSecondFactor(
  deps: Part,
  user: { id: string; hasSecondFactor: boolean },
  { code, from, site }: { code: string | null | undefined; from: string; site: string | undefined },
): Promise<void> {
  if (!user.hasSecondFactor) return;
  if (!code) throw new ProductError('second_factor_needed');
  await demandCode(deps, user.id, { code, from, site, field: 'second_factor_code' });
}

/** A code of the authenticator, or a recovery code; each is valid once. The attempt is counted before it is checked. */
export async function demandCode(
  { db, clock, config }: Part,
  userId: string,
  { code, from, site, field }: { code: string; from: string; site: string | undefined; field: string },
): Promise<void> {
  const attempts = counterOf(SECOND_FACTOR, `${userId}\n${from}`);
  await takeAttempts(db, [attempts], clock.now());
  const right =
    (await takeCode(db, config.secretKey, userId, code)) || (await takeRecovery(db, userId, code, site));
  demand(right, 'second_factor_wrong', { [field]: FIELD_MESSAGES.codeWrong });
  await forgetAttempts(db, attempts);
}

/** Uses the machine's time, like the authenticator, even if the product's time was moved. */
async function takeCode(
  db: Db,
  secretKey: Part['config']['secretKey'],
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await findSecondFactor(db, userId);
  const secret = factor?.turnedOnAt ? openSecret(secretKey, userId, factor.sealedSecret) : null;
  const step = secret && stepOfCode(secret, code.replace(/[\s-]/g, ''), Date.now());
  return step ? takeStep(db, userId, step) : false;
}

async function takeRecovery(
  db: Db,
  userId: string,
  text: string,
  site: string | undefined,
): Promise<boolean> {
  const code = readRecoveryCode(text);
  const factor = code === null ? null : await findSecondFactor(db, userId);
  if (code === null || !factor?.salt) return false;
  const codeHash = await hashRecoveryCode(code, factor.salt, site);
  return inTransaction(db, async (tx) => {
    if (!(await takeRecoveryCode(tx, userId, codeHash))) return false;
    await enqueue(
      tx,
      accountLetters.sendSecondFactorChange({ user_id: userId, change: 'recovery-code-used' }),
    );
    return true;
  });
}
