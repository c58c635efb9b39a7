import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { BooksTable, PackagesTable, SubscriptionsTable, UsersTable } from '../../schema/tables.ts';
import { coversYearFrom } from './contained-queries.ts';
import { titleWithEdition } from './edition-columns.ts';
import { inShop, isBundleSold } from './in-shop.ts';
import { commerceLetters } from './jobs.ts';
import { type LeftShop, leftShop } from './off-sale.ts';
import type { PromoCode } from './promo-code.ts';

export interface ItemRow extends Pick<BooksTable, 'title' | 'priceCents'> {
  readonly bookId: BooksTable['id'] | null;
  readonly packageId: string | null;
  /**
   * False for a withdrawn or replaced book, for a package that has no other books, and for one that costs more than
   * its remaining books.
   */
  readonly isSold: boolean;
}

export const findBookItem = (db: Db, bookId: string, now: Date): Promise<ItemRow | null> =>
  maybeOne(
    db,
    sql<ItemRow>`select b.id as "bookId", null as "packageId", ${titleWithEdition} as title, b.price_cents as "priceCents",
        (${inShop()}) as "isSold" from books b where b.id = ${bookId} and b.published_at <= ${now}`,
  );

export const findPackageItem = (db: Db, packageId: string, now: Date): Promise<ItemRow | null> =>
  maybeOne(
    db,
    sql<ItemRow>`select null as "bookId", id as "packageId", name as title, price_cents as "priceCents",
        ${isBundleSold(sql`packages.id`)} as "isSold"
      from packages where id = ${packageId} and published_at <= ${now}`,
  );

const promoColumns = sql`id, name, kind, value, book_id as "bookId", package_id as "packageId",
  starts_at as "startsAt", ends_at as "endsAt", max_uses as "maxUses", max_uses_per_person as "maxUsesPerPerson",
  mail_domain as "mailDomain", recurs`;

export const findPromoCode = (db: Db, name: string): Promise<PromoCode | null> =>
  maybeOne(db, sql<PromoCode>`select ${promoColumns} from promo_codes where lower(name) = lower(${name})`);

export const findPromoCodeById = (db: Db, id: string): Promise<PromoCode | null> =>
  maybeOne(db, sql<PromoCode>`select ${promoColumns} from promo_codes where id = ${id}`);

/**
 * Locks the code's row. A limited code is locked by one buyer alone, so that of two concurrent buyers the second
 * counts the first. An unlimited code has a shared lock against changes of the code: a thousand may buy with it at
 * the same moment.
 */
export const lockPromoCode = (tx: Tx, name: string): Promise<PromoCode | null> =>
  lockPromoCodeWhere(tx, sql`lower(name) = lower(${name})`);
export const lockPromoCodeById = (tx: Tx, id: string): Promise<PromoCode | null> =>
  lockPromoCodeWhere(tx, sql`id = ${id}`);

async function lockPromoCodeWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<PromoCode | null> {
  const wanted = sql`select ${promoColumns} from promo_codes where ${condition}`;
  return (
    (await maybeOne(tx, sql<PromoCode>`${wanted} and max_uses is null for share`)) ??
    maybeOne(tx, sql<PromoCode>`${wanted} for update`)
  );
}

export const findEmail = async (db: Db, userId: string): Promise<string> =>
  (await one(db, sql<Pick<UsersTable, 'email'>>`select email from users where id = ${userId}`)).email;

/**
 * Serializes the purchases of one user: the second request of a double click finds the result of the first. `no key`
 * keeps the user's notes and positions writable meanwhile. `payment-queries.ts` defines the order of locks.
 */
export const lockBuyer = (tx: Tx, userId: string): Promise<{ hasLeft: boolean }> =>
  one(
    tx,
    sql<{ hasLeft: boolean }>`select deleted_at is not null as "hasLeft" from users where id = ${userId}
      for no key update`,
  );

/** The same for the caller of a present request, who may have deleted the account meanwhile. */
export async function lockPresentBuyer(tx: Tx, userId: string): Promise<void> {
  demand(!(await lockBuyer(tx, userId)).hasLeft, 'session_ended');
}

export interface SubscriptionRow
  extends Pick<
    SubscriptionsTable,
    | 'id'
    | 'gateway'
    | 'renews'
    | 'renewalPriceCents'
    | 'startedAt'
    | 'endsAt'
    | 'graceFrom'
    | 'billsAt'
    | 'cancelledAt'
    | 'cancellationReason'
    | 'bookId'
    | 'packageId'
  > {
  readonly lastFour: string | null;
  readonly cardType: string | null;
  readonly packageName: PackagesTable['name'] | null;
  readonly title: BooksTable['title'] | null;
  readonly author: BooksTable['author'] | null;
  readonly coverKey: BooksTable['coverKey'] | null;
  readonly numberOfPages: BooksTable['numberOfPages'] | null;
  /** Whether the reader has the same books in a package during the complete year after its end. */
  readonly isCovered: boolean;
  /** Null: the item is sold. */
  readonly leftShop: LeftShop | null;
}
const subscriptionColumns = sql`s.id, s.gateway, s.renews, s.renewal_price_cents as "renewalPriceCents",
  s.started_at as "startedAt", s.ends_at as "endsAt", s.grace_from as "graceFrom", s.bills_at as "billsAt",
  c.last_four as "lastFour", c.card_type as "cardType", s.cancelled_at as "cancelledAt",
  s.cancellation_reason as "cancellationReason", s.book_id as "bookId", s.package_id as "packageId",
  p.name as "packageName", ${titleWithEdition} as title, b.author, b.cover_key as "coverKey", b.number_of_pages as "numberOfPages",
  exists (select from subscriptions c where ${coversYearFrom(sql`s.ends_at`)}) as "isCovered",
  ${leftShop} as "leftShop"`;
const subscriptionTables = sql`subscriptions s left join books b on b.id = s.book_id
  left join packages p on p.id = s.package_id left join stored_cards c on c.subscription_id = s.id`;

/** `paidUntil`: the latest end of all running subscriptions, each without its grace. */
export type RunningSubscription = SubscriptionRow & { readonly paidUntil: Date };

/**
 * The user's subscription to exactly this item: one that runs, or one that renews although its end has just passed,
 * because its next year is about to be charged. A renewing one comes first, even if another ends later.
 */
export const findRunningSubscription = (
  db: Db,
  userId: string,
  item: { bookId: string | null; packageId: string | null },
  now: Date,
  exceptId: string | null = null,
): Promise<RunningSubscription | null> =>
  maybeOne(
    db,
    sql<RunningSubscription>`select ${subscriptionColumns},
        max(coalesce(s.grace_from, s.ends_at)) over () as "paidUntil"
      from ${subscriptionTables}
      where s.user_id = ${userId} and (s.ends_at > ${now} or s.renews)
        and s.book_id is not distinct from ${item.bookId}::uuid
        and s.package_id is not distinct from ${item.packageId}::uuid
        and s.id is distinct from ${exceptId}::uuid
      order by s.renews desc, s.ends_at desc limit 1`,
  );

/** The end that the reader knows of, while a letter about a moved end waits. */
export const findToldEnd = async (tx: Tx, subscriptionId: string): Promise<string | null> =>
  (
    await maybeOne(
      tx,
      sql<{ endsBefore: string }>`select payload ->> 'ends_before' as "endsBefore" from jobs
        where kind = ${commerceLetters.sendEndMoved.kind} and done_at is null and dead_at is null
          and payload ->> 'subscription_id' = ${subscriptionId} order by id limit 1`,
    )
  )?.endsBefore ?? null;

/** Whether the subscription was made with this promo code; null = without one. */
export const isMadeWith = async (db: Db, id: string, codeId: string | null): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from subscriptions where id = ${id} and promo_code_id is not distinct from ${codeId}::uuid`,
  )) !== null;

export const findOwnSubscription = (db: Db, id: string, userId: string): Promise<SubscriptionRow | null> =>
  maybeOne(
    db,
    sql<SubscriptionRow>`select ${subscriptionColumns} from ${subscriptionTables}
      where s.id = ${id} and s.user_id = ${userId}`,
  );

export const getSubscription = (db: Db, id: string): Promise<SubscriptionRow> =>
  one(db, sql<SubscriptionRow>`select ${subscriptionColumns} from ${subscriptionTables} where s.id = ${id}`);

export const insertSubscription = (
  tx: Tx,
  values: {
    id: string;
    userId: string;
    bookId: string | null;
    packageId: string | null;
    gateway: SubscriptionRow['gateway'];
    renews: boolean;
    renewalPriceCents: number;
    promoCodeId: string | null;
    startedAt: Date;
    endsAt: Date;
  },
): Promise<number> =>
  affected(
    tx,
    sql`insert into subscriptions (id, user_id, book_id, package_id, gateway, renews, renewal_price_cents,
        promo_code_id, started_at, ends_at, created_at)
      values (${values.id}, ${values.userId}, ${values.bookId}, ${values.packageId}, ${values.gateway},
        ${values.renews}, ${values.renewalPriceCents}, ${values.promoCodeId}, ${values.startedAt}, ${values.endsAt},
        ${values.startedAt})`,
  );

export const listSubscriptions = (
  db: Db,
  userId: string,
  now: Date,
  page: { limit: number; offset: number },
): Promise<(SubscriptionRow & { count: number })[]> =>
  many(
    db,
    sql<SubscriptionRow & { count: number }>`select ${subscriptionColumns}, count(*) over () as count
      from ${subscriptionTables} where s.user_id = ${userId}
      order by s.ends_at > ${now} desc, s.ends_at desc, s.id limit ${page.limit} offset ${page.offset}`,
  );

const itemBook = sql`jsonb_build_object('id', b.id, 'title', ${titleWithEdition})`;
/** How the item is shown: for a package the first cover, and the books that are sold in it. */
export const findItemFace = (
  db: Db,
  item: { bookId: string | null; packageId: string | null },
): Promise<ItemFace | null> =>
  maybeOne(
    db,
    item.bookId
      ? sql<ItemFace>`select b.author, b.cover_key as "coverKey", jsonb_build_array(${itemBook}) as books from books b where b.id = ${item.bookId}`
      : sql<ItemFace>`select null as author, (array_agg(b.cover_key order by pb.position))[1] as "coverKey",
          coalesce(jsonb_agg(${itemBook} order by pb.position), '[]') as books
          from package_books pb join books b on b.id = pb.book_id
          where pb.package_id = ${item.packageId} and (${inShop()})`,
  );

interface ItemFace {
  readonly author: BooksTable['author'] | null;
  readonly coverKey: BooksTable['coverKey'] | null;
  readonly books: Pick<BooksTable, 'id' | 'title'>[];
}
