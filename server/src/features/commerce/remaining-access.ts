import type { RemainingAccess } from '@vesalius/contract/commerce-admin';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { usableSeats } from '../accounts/seats.ts';
import { titleWithEdition } from './edition-columns.ts';
import { packagedBooks, packageHolds } from './packaged-books.ts';

export interface RemainingWay {
  readonly kind: RemainingAccess['kind'];
  readonly name: string | null;
  /** The running package subscription. */
  readonly packageSubscriptionId: string | null;
  /** False: it opens only some of the books that the ended subscription opens. */
  readonly isWhole: boolean;
}

/**
 * How the buyer reads the books of a payment's subscription without that subscription. A replaced edition whose last day is over
 * stays open only to whom a term holds it that began before.
 */
export const listRemainingAccess = (db: Db, paymentId: string, now: Date): Promise<RemainingWay[]> =>
  many(
    db,
    sql<RemainingWay>`
      with ended as (select s.* from payments p join subscriptions s on s.id = p.subscription_id where p.id = ${paymentId}),
      held as (select b.* from books b where b.id in (
        select book_id from ended where book_id is not null
        union ${packagedBooks(sql`s.id = (select id from ended)`)})),
      ways as (
        select 'book' as kind, ${titleWithEdition} as name, null::uuid as id, b.id as book_id, '-infinity'::timestamptz as began
          from held b join subscriptions s on s.book_id = b.id and s.user_id = (select user_id from ended)
            and s.id <> (select id from ended) and s.ends_at > ${now}
        union all select 'bundle', k.name, s.id, b.id, coalesce(s.term_started_at, s.started_at)
          from held b join subscriptions s on s.user_id = (select user_id from ended) and s.ends_at > ${now}
            and s.id <> (select id from ended) and ${packageHolds(sql`b.id`)}
          join packages k on k.id = s.package_id
        union all select 'program', p.name, null, b.id, ps.joined_at
          from held b join program_books pb on pb.book_id = b.id join programs p on p.id = pb.program_id
          join program_students ps on ps.program_id = p.id and ps.user_id = (select user_id from ended)
        union all select 'program', p.name, null, b.id, 'infinity'
          from held b join program_books pb on pb.book_id = b.id join programs p on p.id = pb.program_id
          join program_directors pd on pd.program_id = p.id
          join users u on u.id = pd.user_id and u.role = 'program_director' and u.id = (select user_id from ended)
        union all select 'institution', i.name, null, b.id, i.starts_at
          from users u cross join held b cross join ${usableSeats(now)}
          join institution_books ib on ib.institution_id = i.id
          where u.id = (select user_id from ended) and ib.book_id = b.id
        union all select 'beta', null, null, b.id, 'infinity'
          from held b join users u on u.id = (select user_id from ended) and u.role = 'customer' and u.is_beta
        union all select 'role', null, null, b.id, '-infinity'
          from held b join users u on u.id = (select user_id from ended)
            and (u.role = 'staff' or u.role in ('author', 'editor') and exists (select from book_assignments a
              where a.book_id = b.id and lower(a.email) = lower(u.email) and a.role in (u.role, 'producer'))))
      select kind, name, id as "packageSubscriptionId", count(distinct book_id) = (select count(*) from held) as "isWhole"
      from ways
      where exists (select from users where id = (select user_id from ended) and email_verified_at is not null)
        and not exists (select from books n where n.old_version_book_id = ways.book_id and n.published_at <= ${now}
          and n.readable_until < (${now}::timestamptz at time zone 'UTC')::date and ways.began >= n.published_at)
      group by kind, name, id order by "isWhole" desc, kind desc, name`,
  );
