import { type RawBuilder, sql } from 'kysely';
import { many, type Tx } from '../../../platform/database/database.ts';
import { enqueueForMany } from '../../../platform/jobs.ts';
import { accountLetters } from '../jobs.ts';

interface EndedPlaces {
  readonly groupId: string;
  /** The name of the program or institution. */
  readonly place: string;
  /** Who ended them; null = the institution itself. */
  readonly by: string | null;
  readonly userIds: readonly string[];
}

/**
 * Whether `u` was told of the place by a letter: who has not accepted has an invitation to the group, and for all others no
 * letter about it is still on its way.
 */
const wasTold = (groupId: string): RawBuilder<boolean> => sql<boolean>`(case when u.email_verified_at is null
  then exists (select 1 from one_time_tokens t
    where t.user_id = u.id and t.purpose = 'invitation' and t.invited_to = ${groupId}::uuid)
  else not exists (select 1 from jobs j where j.done_at is null and j.dead_at is null
    and j.kind in ('programs.welcome-students', 'programs.welcome-student', 'institutions.welcome-member')
    and ${groupId} in (j.payload->>'program_id', j.payload->>'institution_id')
    and (j.payload->>'user_id' = u.id::text or j.payload->'user_ids' @> to_jsonb(u.id::text))) end)`;

/** Mails those whose place in a program or institution others have ended, and who know of it. */
export async function tellPlacesEnded(tx: Tx, { groupId, place, by, userIds }: EndedPlaces): Promise<void> {
  if (userIds.length === 0) return;
  const told = await many(
    tx,
    sql<{ id: string }>`select u.id from users u
      where u.id = any(${[...userIds]}::uuid[]) and u.deleted_at is null and ${wasTold(groupId)}`,
  );
  await enqueueForMany(
    tx,
    told.map(({ id }) => accountLetters.sendPlaceEnded({ user_id: id, group_id: groupId, place, by })),
  );
}
