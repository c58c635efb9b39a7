import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';

export interface AuditRow {
  id: string;
  actorId: string | null;
  actorName: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  subjectName: string | null;
  detail: Record<string, unknown>;
  createdAt: Date;
  total: number;
}

export const listAuditLog = (
  db: Db,
  filter: {
    subjectId: string | undefined;
    actorId: string | undefined;
    action: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<AuditRow[]> =>
  many(
    db,
    sql<AuditRow>`
      select a.id, a.actor_id as "actorId", actor.first_name || ' ' || actor.second_name as "actorName", a.action,
        a.subject_type as "subjectType", a.subject_id as "subjectId", a.detail, a.created_at as "createdAt",
        case when subject.id is not null then subject.first_name || ' ' || subject.second_name end as "subjectName",
        count(*) over () as total
      from audit_log a
      left join users actor on actor.id = a.actor_id
      left join users subject on a.subject_type = 'user' and subject.id::text = a.subject_id
      where (${filter.subjectId ?? null}::text is null or a.subject_id = ${filter.subjectId ?? null})
        and (${filter.actorId ?? null}::uuid is null or a.actor_id = ${filter.actorId ?? null})
        and (${filter.action ?? null}::text is null or a.action = ${filter.action ?? null})
      order by a.created_at desc, a.id desc limit ${filter.limit} offset ${filter.offset}`,
  );
