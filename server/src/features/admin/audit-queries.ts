import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import type { AuditLogTable } from '../../schema/tables.ts';
import { titleWithEdition } from '../commerce/edition-columns.ts';

export interface AuditRow
  extends Pick<AuditLogTable, 'id' | 'actorId' | 'action' | 'subjectType' | 'subjectId' | 'createdAt'> {
  actorName: string | null;
  detail: Record<string, unknown>;
  total: number;
}

export interface AuditFilter {
  readonly subjectId: string | undefined;
  readonly actorId: string | undefined;
  readonly personId: string | undefined;
  readonly action: string | undefined;
  /** YYYY-MM-DD in UTC, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const columns = sql`a.id, a.actor_id as "actorId", actor.first_name || ' ' || actor.second_name as "actorName", a.action,
  a.subject_type as "subjectType", a.subject_id as "subjectId", a.detail, a.created_at as "createdAt"`;

const entries = (filter: AuditFilter): RawBuilder<unknown> => sql`audit_log a
  left join users actor on actor.id = a.actor_id
  where (${filter.subjectId ?? null}::text is null or ${concerns(filter.subjectId ?? null)})
    and (${filter.actorId ?? null}::uuid is null or a.actor_id = ${filter.actorId ?? null})
    and (${filter.personId ?? null}::uuid is null or a.actor_id = ${filter.personId ?? null}
      or ${isAbout(filter.personId ?? null)})
    and (${filter.action ?? null}::text is null or a.action = ${filter.action ?? null})
    and (${filter.from ?? null}::date is null
      or a.created_at >= ${filter.from ?? null}::date::timestamp at time zone 'UTC')
    and (${filter.to ?? null}::date is null
      or a.created_at < (${filter.to ?? null}::date + 1)::timestamp at time zone 'UTC')`;

export const listAuditLog = (
  db: Db,
  { limit, offset, ...filter }: AuditFilter & { limit: number; offset: number },
): Promise<AuditRow[]> =>
  many(
    db,
    sql<AuditRow>`select ${columns}, count(*) over () as total from ${entries(filter)}
      order by a.created_at desc, a.id desc limit ${limit} offset ${offset}`,
  );

export const listAuditLogAfter = (
  db: Db,
  filter: AuditFilter,
  after: Pick<AuditRow, 'id'> | null,
  limit: number,
): Promise<AuditRow[]> =>
  many(
    db,
    sql<AuditRow>`select ${columns}, 0 as total from ${entries(filter)}
        ${after ? sql`and (a.created_at, a.id) < (select created_at, id from audit_log where id = ${after.id})` : sql``}
      order by a.created_at desc, a.id desc limit ${limit}`,
  );

/** Entries about a record, and those about people that begin or end their part in it. */
const concerns = (subjectId: string | null): RawBuilder<boolean> => sql`(a.subject_id = ${subjectId}
  or a.detail @> jsonb_build_object('institution_id', ${subjectId}::text)
  or a.detail -> 'before' -> 'program_ids' ? ${subjectId}::text
  or a.detail -> 'after' -> 'program_ids' ? ${subjectId}::text)`;

/** Entries about a user, about the user's purchases and certificates, and about programs that the user directs or studies in. */
const isAbout = (
  personId: string | null,
): RawBuilder<boolean> => sql`(a.detail @> jsonb_build_object('user_id', ${personId}::text)
  or a.detail -> 'student_ids' ? ${personId}::text or a.subject_id in (
  select ${personId}::text
  union all select id::text from payments where user_id = ${personId}
  union all select id::text from subscriptions where user_id = ${personId}
  union all select unique_id from certificates where user_id = ${personId}))`;

/**
 * The current names of users, books, packages, programs, institutions and promo codes, and what a payment or subscription was for;
 * other ids are left out.
 */
export async function findNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await many(
    db,
    sql<{ id: string; name: string }>`
      with asked as (select unnest(${ids}::uuid[]) as id)
      select id, first_name || ' ' || second_name as name from users join asked using (id)
      union all select id, manifest ->> 'title' from works join asked using (id) where manifest ? 'title'
      union all select id, title from books join asked using (id)
      union all select id, name from packages join asked using (id)
      union all select id, name from programs join asked using (id)
      union all select id, name from publishers join asked using (id)
      union all select id, name from institutions join asked using (id)
      union all select id, name from promo_codes join asked using (id)
      union all select id, title from topics join asked using (id)
      union all select s.id, coalesce(${titleWithEdition}, k.name) from subscriptions s join asked using (id)
        left join books b on b.id = s.book_id left join packages k on k.id = s.package_id
      union all select p.id, coalesce(${titleWithEdition}, k.name, '') || ' · ' || u.first_name || ' ' || u.second_name
        from payments p join asked using (id) join users u on u.id = p.user_id
        left join orders o on o.id = p.order_id left join subscriptions s on s.id = p.subscription_id
        left join books b on b.id = coalesce(o.book_id, s.book_id)
        left join packages k on k.id = coalesce(o.package_id, s.package_id)`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
