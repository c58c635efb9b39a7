import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { ErrorCode } from '@vesalius/contract/errors';
import type { FieldText } from '@vesalius/contract/field-text';
import type { Deps } from '../../platform/deps.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { demand } from '../../platform/errors.ts';
import { counterOf, forgetAttempts, takeAttempts } from '../../platform/throttle.ts';
import type { Actor } from './actor.ts';
import { verifyPassword } from './passwords.ts';
import type { UserRow } from './queries.ts';
import { findSessionStart } from './session-queries.ts';
import { OWN_PASSWORD } from './throttles.ts';

type Part = Pick<Deps, 'db' | 'clock'>;
type Owner = Pick<UserRow, 'id' | 'passwordHash'>;
interface Complaint {
  readonly code: ErrorCode;
  readonly field: string;
  readonly text: FieldText;
}
const WRONG: Complaint = { code: 'password_wrong', field: 'password', text: FIELD_MESSAGES.passwordWrong };

/** Checks the password again, throttled: an open session must not help to guess it. */
export async function demandPasswordAgain(
  { db, clock }: Part,
  { id, passwordHash }: Owner,
  password: string,
  site: string | undefined,
  { code, field, text }: Complaint = WRONG,
): Promise<void> {
  await takeAttempts(db, [counterOf(OWN_PASSWORD, id)], clock.now());
  demand(await verifyPassword(password, passwordHash, site), code, { [field]: text });
  await forgetAttempts(db, counterOf(OWN_PASSWORD, id));
}

/** For users without a password: how recent a sign-in with Google must be. */
const RECENT_SIGN_IN_MINUTES = 15;

/**
 * Guards what the finder of an unlocked phone must not do: requires the password again. A user without a password signs in
 * with Google again, so that the session is a few minutes old.
 */
export async function demandSamePerson(
  deps: Part,
  actor: Actor,
  user: Owner,
  password: string | null | undefined,
): Promise<void> {
  if (user.passwordHash !== null) return demandPasswordAgain(deps, user, password ?? '', actor.site);
  const startedAt = await findSessionStart(deps.db, actor.sessionId);
  const minutes = startedAt
    ? (deps.clock.now().getTime() - startedAt.getTime()) / MINUTE_MS
    : Number.POSITIVE_INFINITY;
  demand(minutes < RECENT_SIGN_IN_MINUTES, 'sign_in_again');
}
