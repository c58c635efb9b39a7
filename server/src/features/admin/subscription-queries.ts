import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';

export interface SubscriptionRow {
  id: string;
  userId: string;
  title: string;
  kind: 'book' | 'package';
  gateway: 'free' | 'card' | 'paypal' | 'grant';
  startedAt: Date;
  endsAt: Date;
  renews: boolean;
}
const columns = sql`s.id, s.user_id as "userId", coalesce(b.title, p.name) as title,
  case when s.book_id is null then 'package' else 'book' end as kind, s.gateway,
  s.started_at as "startedAt", s.ends_at as "endsAt", s.renews`;
const tables = sql`subscriptions s left join books b on b.id = s.book_id left join packages p on p.id = s.package_id`;

export const listPersonSubscriptions = (db: Db, userId: string) =>
  many(
    db,
    sql<SubscriptionRow>`select ${columns} from ${tables} where s.user_id = ${userId} order by s.ends_at desc`,
  );

export const lockSubscription = (tx: Tx, id: string) =>
  maybeOne(tx, sql<SubscriptionRow>`select ${columns} from ${tables} where s.id = ${id} for update of s`);

export const updateSubscriptionEnd = (tx: Tx, id: string, endsAt: Date) =>
  affected(tx, sql`update subscriptions set ends_at = ${endsAt} where id = ${id}`);

export interface Grant {
  id: string;
  userId: string;
  bookId: string | null;
  packageId: string | null;
  startedAt: Date;
  endsAt: Date;
}
/** 0 rows when the same thing is subscribed to already: one extends that instead. */
export const insertGrant = (tx: Tx, { id, userId, bookId, packageId, startedAt, endsAt }: Grant) =>
  affected(
    tx,
    sql`
      insert into subscriptions (id, user_id, book_id, package_id, gateway, renews, started_at, ends_at, created_at)
      select ${id}::uuid, ${userId}::uuid, ${bookId}::uuid, ${packageId}::uuid, 'grant', false,
        ${startedAt}::timestamptz, ${endsAt}::timestamptz, ${startedAt}::timestamptz
      where not exists (select 1 from subscriptions where user_id = ${userId} and ends_at > ${startedAt}
        and (book_id = ${bookId}::uuid or package_id = ${packageId}::uuid))`,
  );
