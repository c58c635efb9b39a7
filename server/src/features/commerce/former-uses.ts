import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Secret } from '../../config/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { countsAsUse } from './redemption-queries.ts';

interface Person {
  readonly userId: string;
  readonly email: string;
}

const hashAddress = (secretKey: Secret, email: string): Buffer =>
  createHmac('sha256', secretKey.reveal()).update(`promo code used\n${email.toLowerCase()}`).digest();

/** Called before an account is deleted: stores which promo codes its owner has used, and how often. */
export async function storeFormerUses(tx: Tx, secretKey: Secret, person: Person, now: Date): Promise<void> {
  await sql`
    insert into promo_former_uses as f (promo_code_id, address_hash, uses)
    select promo_code_id, ${hashAddress(secretKey, person.email)}::bytea, count(*)
    from promo_redemptions where user_id = ${person.userId} and ${countsAsUse(now)}
    group by promo_code_id
    on conflict (promo_code_id, address_hash) do update set uses = f.uses + excluded.uses`.execute(tx);
  await sql`update promo_former_uses set user_id = null where user_id = ${person.userId}`.execute(tx);
}

/** Adds the code uses of a former account to a new account whose owner has verified the same address. */
export async function takeOverFormerUses(tx: Tx, secretKey: Secret, person: Person): Promise<void> {
  await sql`
    update promo_former_uses set user_id = ${person.userId}
    where address_hash = ${hashAddress(secretKey, person.email)}`.execute(tx);
}
