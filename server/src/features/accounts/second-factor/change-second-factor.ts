import { randomBytes } from 'node:crypto';
import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { counterOf, forgetAttempts, takeAttempts } from '../../../platform/throttle.ts';
import type { Actor } from '../actor.ts';
import { demandPasswordAgain } from '../demand-same-person.ts';
import { holdSession } from '../hold-session.ts';
import { accountLetters } from '../jobs.ts';
import type { SecondFactorChange } from '../mail/second-factor-letter.ts';
import { findUserById, type UserRow } from '../queries.ts';
import { endSessions } from '../session-queries.ts';
import { SECOND_FACTOR } from '../throttles.ts';
import { demandCode } from './demand-second-factor.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { openSecret, sealSecret } from './sealed-secret.ts';
import {
  deleteSecondFactor,
  findSecondFactor,
  insertPendingSecret,
  replaceRecoveryCodes,
  turnOn,
} from './second-factor-queries.ts';
import { otpauthUrl, SECRET_BYTES, stepOfCode, toBase32 } from './totp.ts';

type Part = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Writes the audit log and mails the user, whoever made the change. */
async function recordChange(
  tx: Tx,
  {
    actorId,
    userId,
    change,
    now,
  }: { actorId: string; userId: string; change: SecondFactorChange; now: Date },
): Promise<void> {
  const record = { actorId, subjectType: 'user', subjectId: userId };
  await recordAudit(tx, { action: `user.second-factor-${change}`, ...record }, now);
  await enqueue(tx, accountLetters.sendSecondFactorChange({ user_id: userId, change }));
}

/** Creates a secret for the authenticator. Sign-in requires no code until the first one was confirmed. */
export async function beginSecondFactor(
  deps: Part,
  actor: Actor,
  { password }: { password: string },
): Promise<{ secret: string; otpauth_url: string }> {
  const { db, clock, config } = deps;
  demand(actor.emailVerified, 'not_verified');
  const user = await findUserById(db, actor.userId, clock.now());
  demand(user, 'session_ended');
  demand(user.passwordHash !== null, 'password_missing');
  await demandPasswordAgain(deps, user, password, actor.site);
  const secret = randomBytes(SECRET_BYTES);
  const sealed = sealSecret(config.secretKey, user.id, secret);
  await inTransaction(db, async (tx) => {
    await holdSession(tx, actor, user);
    demand(await insertPendingSecret(tx, user.id, sealed), 'second_factor_on');
  });
  return { secret: toBase32(secret), otpauth_url: otpauthUrl(secret, user.email) };
}

/** The first code proves that the authenticator has the secret. From now on, all other devices need a code. */
export async function turnOnSecondFactor(
  { db, clock, config }: Part,
  actor: Actor,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const now = clock.now();
  const { userId } = actor;
  const user = await findUserById(db, userId, now);
  demand(user, 'session_ended');
  const factor = await findSecondFactor(db, userId);
  demand(factor, 'second_factor_not_begun');
  demand(!factor.turnedOnAt, 'second_factor_on');
  const attempts = counterOf(SECOND_FACTOR, `${userId}\nturn on`);
  await takeAttempts(db, [attempts], now);
  const secret = openSecret(config.secretKey, userId, factor.sealedSecret);
  const step = secret && stepOfCode(secret, code.replace(/[\s-]/g, ''), Date.now());
  demand(step, 'second_factor_wrong', { code: FIELD_MESSAGES.codeWrong });
  await forgetAttempts(db, attempts);
  const { codes, ...kept } = await newRecoveryCodes(actor.site);
  await inTransaction(db, async (tx) => {
    await holdSession(tx, actor, user);
    const { sealedSecret } = factor;
    demand(await turnOn(tx, { userId, sealedSecret, step, now }), 'second_factor_on');
    await replaceRecoveryCodes(tx, { userId, ...kept });
    await endSessions(tx, userId, actor.sessionId);
    await recordChange(tx, { actorId: userId, userId, change: 'on', now });
  });
  return { recovery_codes: codes };
}

/** A change requires the password and a code: neither an unlocked phone nor a stolen password is enough. */
async function demandBoth(
  deps: Part,
  actor: Actor,
  { password, code }: { password: string; code: string },
): Promise<UserRow> {
  const user = await findUserById(deps.db, actor.userId, deps.clock.now());
  demand(user, 'session_ended');
  demand(user.hasSecondFactor, 'second_factor_off');
  await demandPasswordAgain(deps, user, password, actor.site);
  await demandCode(deps, user.id, { code, from: 'signed in', site: actor.site, field: 'code' });
  return user;
}

export async function turnOffSecondFactor(
  deps: Part,
  actor: Actor,
  proof: { password: string; code: string },
): Promise<void> {
  const user = await demandBoth(deps, actor, proof);
  const { userId } = actor;
  await inTransaction(deps.db, async (tx) => {
    await holdSession(tx, actor, user);
    demand(await deleteSecondFactor(tx, userId), 'second_factor_off');
    await recordChange(tx, { actorId: userId, userId, change: 'off', now: deps.clock.now() });
  });
}

export async function renewRecoveryCodes(
  deps: Part,
  actor: Actor,
  proof: { password: string; code: string },
): Promise<{ recovery_codes: string[] }> {
  const user = await demandBoth(deps, actor, proof);
  const { userId } = actor;
  const { codes, ...kept } = await newRecoveryCodes(actor.site);
  await inTransaction(deps.db, async (tx) => {
    await holdSession(tx, actor, user);
    await replaceRecoveryCodes(tx, { userId, ...kept });
    await recordChange(tx, { actorId: userId, userId, change: 'new-recovery-codes', now: deps.clock.now() });
  });
  return { recovery_codes: codes };
}

/** By staff, for a user who has lost authenticator and recovery codes. Ends all sessions. */
export async function removeSecondFactor(
  tx: Tx,
  { actorId, userId, now }: { actorId: string; userId: string; now: Date },
): Promise<void> {
  demand(await deleteSecondFactor(tx, userId), 'second_factor_off');
  await endSessions(tx, userId);
  await recordChange(tx, { actorId, userId, change: 'removed-by-staff', now });
}
