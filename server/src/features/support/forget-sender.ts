import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * When a person deletes the account. Messages stay, as letters that were received; who wrote them is not known any more.
 * Messages from the address without a session may be somebody else's if it was never verified.
 */
export async function forgetSender(
  tx: Tx,
  { userId, email, emailVerified }: { userId: string; email: string; emailVerified: boolean },
): Promise<void> {
  await sql`update support_messages set email = 'deleted@invalid', user_id = null
    where user_id = ${userId} or (${emailVerified} and lower(email) = lower(${email}))`.execute(tx);
}
