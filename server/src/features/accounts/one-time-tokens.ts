import type { ErrorCode } from '@vesalius/contract/errors';
import { INVITATION_DAYS } from '@vesalius/contract/people-import-limits';
import { sql } from 'kysely';
import { type Db, maybeOne } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { ProductError } from '../../platform/errors.ts';
import { countersOfPlace, takeAttempts } from '../../platform/throttle.ts';
import type { OneTimeTokensTable } from '../../schema/tables.ts';
import { TOKEN_PLACE } from './throttles.ts';
import { hashToken, newToken } from './tokens.ts';

export type TokenPurpose = 'verify_email' | 'reset_password' | 'invitation';

/** How long a link in a mail is valid. */
export const TOKEN_LIFE_HOURS: Readonly<Record<TokenPurpose, number>> = {
  verify_email: 48,
  reset_password: 1,
  invitation: INVITATION_DAYS * 24,
};

/** Creates a token for a mail; only its hash is stored. */
export async function issueToken(
  db: Db,
  {
    userId,
    purpose,
    invitedTo = null,
    now,
  }: { userId: string; purpose: TokenPurpose; invitedTo?: string | null; now: Date },
): Promise<string> {
  const token = newToken();
  await sql`
    with old as (delete from one_time_tokens where user_id = ${userId} and expires_at <= ${now})
    insert into one_time_tokens (token_hash, user_id, purpose, invited_to, created_at, expires_at)
    values (${hashToken(token)}, ${userId}, ${purpose}, ${invitedTo}, ${now},
      ${new Date(now.getTime() + TOKEN_LIFE_HOURS[purpose] * HOUR_MS)})`.execute(db);
  return token;
}

/** The owner of a token, which remains valid. */
async function findTokenOwner(
  db: Db,
  { token, purposes, now }: { token: string; purposes: readonly TokenPurpose[]; now: Date },
): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<Pick<OneTimeTokensTable, 'userId'>>`
      select user_id as "userId" from one_time_tokens
      where token_hash = ${hashToken(token)} and purpose = any(${[...purposes]}) and expires_at > ${now}`,
  );
  return row?.userId ?? null;
}

/**
 * The owner of a token; throws if it is unknown. A valid token is never throttled: nobody guesses 256 bits, so only unknown
 * tokens count against the address, where other users follow valid links.
 */
export async function demandTokenOwner(
  db: Db,
  link: Parameters<typeof findTokenOwner>[1],
  { ip, failure }: { ip: string; failure: ErrorCode },
): Promise<string> {
  const ownerId = await findTokenOwner(db, link);
  if (ownerId) return ownerId;
  await takeAttempts(db, countersOfPlace(TOKEN_PLACE, ip), link.now);
  throw new ProductError(failure);
}

/** Uses up the token. Null if it is unknown, used or expired. */
export async function takeToken(
  db: Db,
  { token, purposes, now }: { token: string; purposes: readonly TokenPurpose[]; now: Date },
): Promise<{ userId: string; purpose: TokenPurpose; invitedTo: string | null } | null> {
  return maybeOne(
    db,
    sql<Pick<OneTimeTokensTable, 'userId' | 'invitedTo'> & { purpose: TokenPurpose }>`
      delete from one_time_tokens
      where token_hash = ${hashToken(token)} and purpose = any(${[...purposes]}) and expires_at > ${now}
      returning user_id as "userId", purpose, invited_to as "invitedTo"`,
  );
}

/** Whether the invited user is still in the program or institution; a freed seat counts. */
export const isStillInvited = async (db: Db, userId: string, invitedTo: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from program_students where program_id = ${invitedTo} and user_id = ${userId}
      union all select 1 from institution_members where institution_id = ${invitedTo} and user_id = ${userId}
      union all select 1 from institution_freed_seats where institution_id = ${invitedTo} and user_id = ${userId}
      limit 1`,
  )) !== null;

/**
 * The name of the program or institution to which the token invites, if its owner is no longer in it. A user with another role by
 * now gave the place up with the change of role.
 */
export async function findWithdrawer(db: Db, token: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<Pick<OneTimeTokensTable, 'userId'> & { invitedTo: string; name: string }>`
      select t.user_id as "userId", t.invited_to as "invitedTo", coalesce(p.name, i.name) as name
      from one_time_tokens t join users u on u.id = t.user_id and u.role = 'customer'
      left join programs p on p.id = t.invited_to left join institutions i on i.id = t.invited_to
      where t.token_hash = ${hashToken(token)} and coalesce(p.name, i.name) is not null`,
  );
  return row && !(await isStillInvited(db, row.userId, row.invitedTo)) ? row.name : null;
}

/** After one token was used, older mails with the same purpose are no longer valid. */
export async function deleteTokens(db: Db, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
  await sql`delete from one_time_tokens where user_id = ${userId} and purpose = any(${[...purposes]})`.execute(
    db,
  );
}
