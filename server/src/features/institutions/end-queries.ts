import { sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import type { InstitutionsTable } from '../../schema/tables.ts';

const TOLD_BEFORE_MS = 30 * DAY_MS;
/** Institutions that ended earlier are not announced any more. */
const ANNOUNCED_FOR_MS = 7 * DAY_MS;

export interface EndToTell {
  readonly institutionId: string;
  readonly userId: string;
  readonly endsAt: Date;
}

/** The managers of institutions that end within a month, and all members of those that have ended within a week. */
export const listEndsToTell = (db: Db, now: Date): Promise<EndToTell[]> =>
  many(
    db,
    sql<EndToTell>`
      select i.id as "institutionId", m.user_id as "userId", i.ends_at as "endsAt"
      from institutions i
      join institution_members m on m.institution_id = i.id and (m.is_manager or i.ends_at <= ${now})
      join users u on u.id = m.user_id and u.deleted_at is null and u.email_verified_at is not null
      where i.starts_at <= ${now} and i.ends_at <= ${new Date(now.getTime() + TOLD_BEFORE_MS)}
        and i.ends_at > ${new Date(now.getTime() - ANNOUNCED_FOR_MS)}
      order by i.id, m.user_id`,
  );

export interface EndForMail extends Pick<InstitutionsTable, 'name'> {
  readonly isManager: boolean;
}

/** Null if the user is out, or it ends at another time. */
export const findEndForMail = (
  db: Db,
  { institutionId, userId, endsAt }: EndToTell,
): Promise<EndForMail | null> =>
  maybeOne(
    db,
    sql<EndForMail>`
      select i.name, m.is_manager as "isManager" from institutions i
      join institution_members m on m.institution_id = i.id and m.user_id = ${userId}
      where i.id = ${institutionId} and i.ends_at = ${endsAt}`,
  );
