import { type RawBuilder, sql } from 'kysely';
import { many, type Tx } from '../../../platform/database/database.ts';
import { enqueueForMany } from '../../../platform/jobs.ts';
import { accountLetters } from '../jobs.ts';
import { notePlacesEnding } from '../mail/told-places.ts';

interface EndedPlaces {
  readonly groupId: string;
  /** The name of the program or institution. */
  readonly place: string;
  /** Who ended them; null = the institution itself. */
  readonly by: string | null;
  readonly userIds: readonly string[];
}

interface Told {
  readonly groupId: string;
  readonly userIds: readonly string[];
  /** Of the place, or of managing the institution besides. */
  readonly of: 'place' | 'management';
}

/**
 * Whether `u` was told of the place by a letter: who has not accepted has an invitation to the group, and for all others no
 * letter about it is still on its way.
 */
const wasTold = ({
  groupId,
  of,
}: Omit<Told, 'userIds'>): RawBuilder<boolean> => sql<boolean>`(case when u.email_verified_at is null
  then exists (select 1 from one_time_tokens t
    where t.user_id = u.id and t.purpose = 'invitation' and t.invited_to = ${groupId}::uuid)
  else not exists (select 1 from jobs j where j.done_at is null and j.dead_at is null
    and j.kind in ('programs.welcome-students', 'programs.welcome-student', 'institutions.welcome-member')
    and ${of === 'place' ? sql`j.payload->>'as_manager' is distinct from 'true'` : sql`true`}
    and ${groupId} in (j.payload->>'program_id', j.payload->>'institution_id')
    and (j.payload->>'user_id' = u.id::text or j.payload->'user_ids' @> to_jsonb(u.id::text))) end)`;

/** Which of the users have been told. */
export async function listWhoKnow(tx: Tx, { userIds, ...told }: Told): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await many(
    tx,
    sql<{ id: string }>`select u.id from users u
      where u.id = any(${[...userIds]}::uuid[]) and u.deleted_at is null and ${wasTold(told)}`,
  );
  return rows.map(({ id }) => id);
}

/** Mails those whose place in a program or institution others have ended, and who know of it. */
export async function tellPlacesEnded(
  tx: Tx,
  { groupId, place, by, userIds }: EndedPlaces,
  now: Date,
): Promise<void> {
  const told = await listWhoKnow(tx, { groupId, userIds, of: 'place' });
  if (told.length === 0) return;
  await notePlacesEnding(tx, { groupId, userIds: told, state: 'out' }, now);
  await enqueueForMany(
    tx,
    told.map((id) =>
      accountLetters.sendPlaceEnded({
        ...{ user_id: id, group_id: groupId, place, by },
        ended_at: now.toISOString(),
      }),
    ),
  );
}
