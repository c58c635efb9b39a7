import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Secret } from '../../config/config.ts';
import type { Tx } from '../../platform/database/database.ts';

interface Person {
  readonly userId: string;
  readonly email: string;
}

/** A keyed hash, because the addresses of an institution are easy to guess. */
const hashAddress = (secretKey: Secret, email: string): Buffer =>
  createHmac('sha256', secretKey.reveal()).update(`removed member\n${email.toLowerCase()}`).digest();

/** Before an account is deleted, stores from which institutions its owner was removed. */
export async function storeRemovedAddress(
  tx: Tx,
  secretKey: Secret,
  { userId, email }: Person,
): Promise<void> {
  await sql`
    insert into institution_removed_addresses (institution_id, address_hash, removed_at)
    select institution_id, ${hashAddress(secretKey, email)}::bytea, removed_at
    from institution_removed_members where user_id = ${userId}
    on conflict (institution_id, address_hash) do update set removed_at = excluded.removed_at`.execute(tx);
}

/** Removes a new account with such an address from those institutions, unless it has been invited since. */
export async function markRemovedAddress(
  tx: Tx,
  secretKey: Secret,
  { userId, email }: Person,
): Promise<void> {
  await sql`
    with marks as (
      delete from institution_removed_addresses where address_hash = ${hashAddress(secretKey, email)}
      returning institution_id, removed_at)
    insert into institution_removed_members (institution_id, user_id, removed_at)
    select institution_id, ${userId}::uuid, removed_at from marks
    where institution_id not in (select institution_id from institution_members where user_id = ${userId})
    on conflict do nothing`.execute(tx);
}
