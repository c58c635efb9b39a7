import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Secret } from '../../config/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deleteTokens } from './one-time-tokens.ts';

const hashOf = (secretKey: Secret, email: string): Buffer =>
  createHmac('sha256', secretKey.reveal()).update(`link of\n${email.toLowerCase()}`).digest();

/**
 * Before an account is deleted. A link for a new password was sent to the owner of the address. If the address was never
 * verified, the account may be somebody else's, whose acts must not end the owner's link.
 */
export async function keepLinks(
  tx: Tx,
  secretKey: Secret,
  { id, email, emailVerified }: { id: string; email: string; emailVerified: boolean },
): Promise<void> {
  await deleteTokens(tx, id, [
    'verify_email',
    'invitation',
    ...(emailVerified ? (['reset_password'] as const) : []),
  ]);
  await sql`update one_time_tokens set address_hash = ${hashOf(secretKey, email)} where user_id = ${id}`.execute(
    tx,
  );
}

/** When an address is registered: the kept links open the new account. */
export async function takeOverLinks(
  tx: Tx,
  secretKey: Secret,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await sql`update one_time_tokens set user_id = ${id}, address_hash = null
    where address_hash = ${hashOf(secretKey, email)}`.execute(tx);
}
