import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, one, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { PromoCode, PromoUse } from './promo-code.ts';

/** How long a use is reserved for the approval at PayPal. A later approval is judged as of its own time. */
const HOLD_MINUTES = 15;
/** One hold per buyer and code in this time: otherwise a buyer could block the last use for free, again and again. */
const HOLD_AGAIN_AFTER_HOURS = 24;

/** Which rows count as a use of their code. */
export const countsAsUse = (now: Date) => sql`(held_until is null or held_until > ${now})`;

/**
 * For an unlimited code only this user's uses are counted, because there may be a million others. The order's own
 * reservation does not count against it.
 */
export const countPromoUse = (
  db: Db,
  { id, maxUses }: Pick<PromoCode, 'id' | 'maxUses'>,
  { userId, at, orderId }: { userId: string; at: Date; orderId?: string | undefined },
): Promise<PromoUse> => {
  const counted = sql`promo_code_id = ${id} and ${countsAsUse(at)}
    and (${orderId ?? null}::uuid is null or order_id is distinct from ${orderId ?? null}::uuid)`;
  return one(
    db,
    sql<PromoUse>`select
        (select count(*) from promo_redemptions where ${counted} and ${maxUses}::int is not null) as uses,
        (select count(*) from promo_redemptions where ${counted} and user_id = ${userId})
          + (select coalesce(sum(f.uses), 0)::int from promo_former_uses f
              where f.promo_code_id = ${id} and f.user_id = ${userId}) as "usesByPerson"`,
  );
};

/** Without a subscription: reserved until the card charge has an outcome. */
export const upsertRedemption = (
  tx: Tx,
  use: { codeId: string; userId: string; subscriptionId: string | null; orderId?: string; at: Date },
): Promise<number> =>
  affected(
    tx,
    sql`insert into promo_redemptions (id, promo_code_id, user_id, subscription_id, order_id, redeemed_at)
      values (${newId()}, ${use.codeId}, ${use.userId}, ${use.subscriptionId}, ${use.orderId ?? null}, ${use.at})
      on conflict (order_id) do update set subscription_id = excluded.subscription_id, held_until = null`,
  );

/**
 * Reserves a use until the buyer has approved at PayPal. A second request does not extend the hold, for any item: the
 * row of the first one records that this buyer had a hold.
 */
export const insertHold = (
  tx: Tx,
  use: { codeId: string; userId: string; orderId: string; at: Date },
): Promise<number> =>
  affected(
    tx,
    sql`insert into promo_redemptions (id, promo_code_id, user_id, order_id, redeemed_at, held_until)
      select ${newId()}::uuid, ${use.codeId}::uuid, ${use.userId}::uuid, ${use.orderId}::uuid, ${use.at}::timestamptz,
        case when exists (select 1 from promo_redemptions h
            where h.promo_code_id = ${use.codeId} and h.user_id = ${use.userId} and h.held_until is not null
              and h.redeemed_at > ${use.at}::timestamptz - make_interval(hours => ${HOLD_AGAIN_AFTER_HOURS}::int))
          then ${use.at}::timestamptz
          else ${use.at}::timestamptz + make_interval(mins => ${HOLD_MINUTES}::int) end`,
  );

/** Whether the order's reservation still counts: then nobody else has taken the use. */
export const hasReservation = (tx: Tx, orderId: string, now: Date): Promise<boolean> =>
  exists(tx, sql`order_id = ${orderId} and ${countsAsUse(now)}`);

/** Reserved without an expiry: time alone does not release it. */
export const hasFirmReservation = (tx: Tx, orderId: string): Promise<boolean> =>
  exists(tx, sql`order_id = ${orderId} and held_until is null`);

const exists = async (tx: Tx, condition: RawBuilder<unknown>): Promise<boolean> =>
  (
    await one(
      tx,
      sql<{ has: boolean }>`select exists (select 1 from promo_redemptions where ${condition}) as has`,
    )
  ).has;

/** Releases the use that an order reserved and did not need; the row of a hold stays. */
export const releaseReservation = async (tx: Tx, orderId: string, at: Date): Promise<void> => {
  await affected(
    tx,
    sql`delete from promo_redemptions
      where order_id = ${orderId} and subscription_id is null and held_until is null`,
  );
  await affected(
    tx,
    sql`update promo_redemptions set held_until = ${at} where order_id = ${orderId} and held_until > ${at}`,
  );
};
