import { sql } from 'kysely';
import { batched, latest } from '../../platform/database/batch.ts';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import type { BookProgressTable } from '../../schema/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { packageHolds } from '../commerce/packaged-books.ts';
import {
  type AccessRow,
  accessColumns,
  byQuestion,
  customerAccessColumns,
  customerAsks,
} from './access-queries.ts';

/** The data of a list's books that depends on the user. */
export interface PersonalRow extends AccessRow {
  readonly status: BookProgressTable['status'] | null;
  readonly page: BookProgressTable['page'] | null;
}

const listCustomerPersonal = batched(
  async (db: Db, asks: readonly { actor: Actor; bookIds: readonly string[]; now: Date }[]) => {
    const rows = await many(
      db,
      sql<PersonalRow & { n: number }>`select ask.n, ${customerAccessColumns(latest(asks))}, p.status, p.page
        from ${customerAsks(asks)} join books b on b.id = ask.book_id
        left join book_progress p on p.book_id = b.id and p.user_id = ask.user_id`,
    );
    return byQuestion(rows, asks.length);
  },
);

/** Concurrent calls of readers share one statement. */
export const listPersonal = (
  db: Db,
  actor: Actor,
  bookIds: readonly string[],
  now: Date,
): Promise<PersonalRow[]> =>
  actor.role === 'customer' && !actor.preview
    ? listCustomerPersonal(db, { actor, bookIds, now })
    : many(
        db,
        sql<PersonalRow>`select ${accessColumns(actor, now)}, p.status, p.page
          from books b left join book_progress p on p.book_id = b.id and p.user_id = ${actor.userId}
          where b.id = any(${[...bookIds]}::uuid[])`,
      );

export interface PersonalDetailRow extends PersonalRow {
  readonly surveySolved: boolean;
  readonly notes: number;
  readonly subscriptionId: string | null;
  readonly subscriptionEndsAt: Date | null;
  readonly renews: boolean | null;
  readonly promoPlans: readonly { readonly planId: string; readonly code: string }[];
  readonly sections: readonly {
    readonly name: string;
    readonly message: string;
    readonly firstPage: number;
    readonly pre: number;
    readonly post: number | null;
  }[];
}

/** The same for the profile of one book, in one statement. */
export const findPersonalDetail = (
  db: Db,
  actor: Actor,
  bookId: string,
  now: Date,
): Promise<PersonalDetailRow | null> =>
  maybeOne(
    db,
    sql<PersonalDetailRow>`
      select ${accessColumns(actor, now)}, p.status, p.page,
        exists (select 1 from surveys s join survey_responses r on r.survey_id = s.id
          where s.book_id = b.id and r.user_id = ${actor.userId}) as "surveySolved",
        (select count(*) from annotations n where n.book_id = b.id and n.user_id = ${actor.userId}
          and (n.quote <> '' or n.text <> '')) as notes,
        own.id as "subscriptionId", own.ends_at as "subscriptionEndsAt", own.renews,
        ${sectionResults(actor)} as sections, ${promoPlans(actor)} as "promoPlans"
      from books b
      left join book_progress p on p.book_id = b.id and p.user_id = ${actor.userId}
      left join lateral (
        select s.id, s.ends_at, s.renews from subscriptions s
        where s.user_id = ${actor.userId} and s.ends_at > ${now} and (s.book_id = b.id
          or ${packageHolds(sql`b.id`)})
        order by s.ends_at desc limit 1) own on true
      where b.id = ${bookId}`,
  );

/**
 * PayPal's plans of the book by promo codes, the latest of each code: only of codes that the user has entered at a
 * checkout or has used, so that nobody can learn a code.
 */
const promoPlans = (actor: Actor) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('planId', plan.plan_id, 'code', plan.name) order by plan.name)
  from (
    select distinct on (known.code_id) known.plan_id, c.name
    from (
      select l.promo_code_id as code_id, l.plan_id, l.created_at from paypal_plans l
        where l.book_id = b.id and (exists (select 1 from promo_redemptions r
            where r.promo_code_id = l.promo_code_id and r.user_id = ${actor.userId})
          or exists (select 1 from orders o
            where o.promo_code_id = l.promo_code_id and o.user_id = ${actor.userId}))
      union all
      select o.promo_code_id, o.provider_plan_id, o.created_at from orders o
        where o.user_id = ${actor.userId} and o.book_id = b.id and o.provider_plan_id is not null) known
    join promo_codes c on c.id = known.code_id
    order by known.code_id, known.created_at desc) plan), '[]'::jsonb)`;

/** The percentage of right answers per section, of the chapter tests that the user has begun. */
const sectionResults = (actor: Actor) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('name', result.name, 'message', result.message,
    'firstPage', result.first_page, 'pre', result.pre, 'post', result.post) order by result.first_page)
  from (
    select s.name, coalesce(s.message, '') as message, s.first_page,
      round(100.0 * avg(g.correct::int) filter (where a.kind = 'pre')) as pre,
      round(100.0 * avg(g.correct::int) filter (where a.kind = 'post')) as post
    from attempts a
    join tests t on t.id = a.subject_id and t.retired_at is null
    join attempt_answers g on g.attempt_id = a.id
    join questions q on q.id = g.question_id
    join test_sections s on s.id = q.section_id
    where a.user_id = ${actor.userId} and a.book_id = b.id and a.kind in ('pre', 'post')
    group by s.id
    having count(*) filter (where a.kind = 'pre') > 0) result), '[]'::jsonb)`;
