import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { StoredCardsTable, SubscriptionsTable } from '../../schema/tables.ts';
import { titleWithEdition } from './edition-columns.ts';
import { offSale } from './off-sale.ts';

/** The data of a subscription that renewing, canceling and the providers' events need. */
export interface RenewalRow
  extends Pick<
    SubscriptionsTable,
    | 'id'
    | 'userId'
    | 'bookId'
    | 'packageId'
    | 'gateway'
    | 'providerSubscriptionId'
    | 'renews'
    | 'renewalPriceCents'
    | 'startedAt'
    | 'endsAt'
    | 'graceFrom'
    | 'cancelledAt'
    | 'cancellationReason'
    | 'renewalHeldAt'
  > {
  /** When the latest paid year began. */
  readonly termStartedAt: Date;
  readonly title: string;
  /** With the edition, if the book has several. */
  readonly fullTitle: string;
  /** When PayPal charges the next year: its own date, independent of `endsAt`. */
  readonly billsAt: SubscriptionsTable['billsAt'];
  readonly customerProfileId: StoredCardsTable['customerProfileId'] | null;
  readonly paymentProfileId: StoredCardsTable['paymentProfileId'] | null;
  readonly lastFour: StoredCardsTable['lastFour'] | null;
}
export const renewalColumns = sql`s.id, s.user_id as "userId", s.book_id as "bookId", s.package_id as "packageId",
  coalesce(b.title, p.name, '') as title, coalesce(${titleWithEdition}, p.name, '') as "fullTitle", s.gateway, s.provider_subscription_id as "providerSubscriptionId", s.renews,
  s.renewal_price_cents as "renewalPriceCents", s.started_at as "startedAt", s.ends_at as "endsAt",
  s.grace_from as "graceFrom", s.bills_at as "billsAt", s.cancelled_at as "cancelledAt",
  s.cancellation_reason as "cancellationReason", s.renewal_held_at as "renewalHeldAt",
  coalesce(s.term_started_at, s.started_at) as "termStartedAt", c.customer_profile_id as "customerProfileId",
  c.payment_profile_id as "paymentProfileId", c.last_four as "lastFour"`;
export const renewalTables = sql`subscriptions s left join books b on b.id = s.book_id left join packages p on p.id = s.package_id
  left join stored_cards c on c.subscription_id = s.id`;

export const findRenewal = (db: Db, id: string): Promise<RenewalRow | null> =>
  maybeOne(db, sql<RenewalRow>`select ${renewalColumns} from ${renewalTables} where s.id = ${id}`);
export const lockRenewal = (tx: Tx, id: string): Promise<RenewalRow | null> =>
  maybeOne(
    tx,
    sql<RenewalRow>`select ${renewalColumns} from ${renewalTables} where s.id = ${id} for update of s`,
  );
/** Locks the user's subscriptions that run or renew. */
export const lockSubscriptionsOf = (tx: Tx, userId: string, now: Date): Promise<RenewalRow[]> =>
  many(
    tx,
    sql<RenewalRow>`select ${renewalColumns} from ${renewalTables}
      where s.user_id = ${userId} and (s.ends_at > ${now} or s.renews) order by s.id for update of s`,
  );
/** Without renewals on hold, whose items are not sold. */
export const countRenewals = async (db: Db, userId: string): Promise<number> =>
  (
    await one(
      db,
      sql<{
        count: number;
      }>`select count(*) as count from subscriptions s
        where s.user_id = ${userId} and s.renews and ${offSale} is null`,
    )
  ).count;
/** Renewing subscriptions that are charged, or end, before then. */
export const listRenewalsEndingBefore = (db: Db, end: Date): Promise<{ id: string; userId: string }[]> =>
  many(
    db,
    sql<Pick<SubscriptionsTable, 'id' | 'userId'>>`select id, user_id as "userId" from subscriptions
      where renews and gateway in ('card', 'paypal') and grace_from is null
        and least(ends_at, coalesce(bills_at, ends_at)) < ${end} order by ends_at, id`,
  );
export const findRenewalOfPayPal = (db: Db, providerSubscriptionId: string): Promise<RenewalRow | null> =>
  maybeOne(
    db,
    sql<RenewalRow>`select ${renewalColumns} from ${renewalTables} where s.provider_subscription_id = ${providerSubscriptionId}`,
  );

/** The end of the time that was paid for and not refunded; null without payments. */
export const findPaidUntil = async (
  db: Db,
  id: string,
  exceptPaymentId: string | null = null,
): Promise<Date | null> =>
  (
    await one(
      db,
      sql<{ paidUntil: Date | null }>`select max(i.period_end) as "paidUntil"
        from payments p join invoices i on i.payment_id = p.id
        where p.subscription_id = ${id} and p.state = 'approved' and p.refunded_cents < p.amount_cents
          and p.id is distinct from ${exceptPaymentId}::uuid`,
    )
  ).paidUntil;

/** Adds a paid year, and ends the grace if there was one. */
export const extendSubscription = (
  tx: Tx,
  id: string,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<number> =>
  affected(
    tx,
    sql`update subscriptions set ends_at = ${endsAt}, grace_from = null, term_started_at = ${startsAt} where id = ${id} and ends_at < ${endsAt}
      or id = ${id} and grace_from is not null`,
  );

/** Sets the end to that of the staff, and forgets the tries for the former end. */
export const updateEnd = (tx: Tx, id: string, endsAt: Date): Promise<number> =>
  affected(tx, sql`update subscriptions set ends_at = ${endsAt}, grace_from = null where id = ${id}`);

/** The charge failed: the paid time has ended, and access continues until the last try. */
export const startGrace = (tx: Tx, id: string, from: Date, until: Date): Promise<number> =>
  affected(
    tx,
    sql`update subscriptions set grace_from = coalesce(grace_from, ${from}), ends_at = greatest(ends_at, ${until})
      where id = ${id}`,
  );

/** Ends the renewal; `endsAt` ends the access too. */
export const endRenewal = (
  tx: Tx,
  id: string,
  values: { at: Date; reason: string; endsAt?: Date },
): Promise<number> =>
  affected(
    tx,
    sql`update subscriptions set renews = false, bills_at = null, renewal_held_at = null, cancelled_at = coalesce(cancelled_at, ${values.at}),
        cancellation_reason = coalesce(cancellation_reason, ${values.reason}),
        ends_at = least(ends_at, coalesce(${values.endsAt ?? null}::timestamptz, ends_at))
      where id = ${id}`,
  );

export const updateBillsAt = (tx: Tx, id: string, billsAt: Date | null): Promise<number> =>
  affected(
    tx,
    sql`update subscriptions set bills_at = ${billsAt} where id = ${id} and bills_at is distinct from ${billsAt}`,
  );

export const resumeRenewal = (tx: Tx, id: string): Promise<number> =>
  affected(
    tx,
    sql`update subscriptions set renews = true, cancelled_at = null, cancellation_reason = null where id = ${id}`,
  );

export const setProviderSubscription = (
  tx: Tx,
  id: string,
  providerSubscriptionId: string,
): Promise<number> =>
  affected(
    tx,
    sql`update subscriptions set provider_subscription_id = ${providerSubscriptionId} where id = ${id}`,
  );

export const upsertStoredCard = (
  db: Db,
  card: {
    subscriptionId: string;
    customerProfileId: string;
    paymentProfileId: string;
    lastFour: string;
    cardType: string;
    at: Date;
  },
): Promise<number> =>
  affected(
    db,
    sql`insert into stored_cards (subscription_id, customer_profile_id, payment_profile_id, last_four, card_type,
        stored_at)
      values (${card.subscriptionId}, ${card.customerProfileId}, ${card.paymentProfileId}, ${card.lastFour},
        ${card.cardType}, ${card.at})
      on conflict (subscription_id) do update set customer_profile_id = excluded.customer_profile_id,
        payment_profile_id = excluded.payment_profile_id, last_four = excluded.last_four,
        card_type = excluded.card_type, stored_at = excluded.stored_at
      where stored_cards.stored_at <= excluded.stored_at`,
  );

export const deleteStoredCards = (tx: Tx, userId: string): Promise<{ customerProfileId: string }[]> =>
  many(
    tx,
    sql<Pick<StoredCardsTable, 'customerProfileId'>>`delete from stored_cards c using subscriptions s
      where s.id = c.subscription_id and s.user_id = ${userId}
      returning c.customer_profile_id as "customerProfileId"`,
  );

/** False: this delivery was stored already. */
export const insertProviderEvent = async (
  tx: Tx,
  event: { id: string; gateway: string; type: string; subject: string | null; at: Date },
): Promise<boolean> =>
  (await affected(
    tx,
    sql`insert into provider_events (id, gateway, event_type, subject, received_at)
      values (${event.id}, ${event.gateway}, ${event.type}, ${event.subject}, ${event.at}) on conflict do nothing`,
  )) === 1;
