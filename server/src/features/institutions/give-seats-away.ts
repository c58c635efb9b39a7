import type { Tx } from '../../platform/database/database.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import { notePlacesEnding } from '../accounts/mail/told-places.ts';
import { listWhoKnow } from '../accounts/people-import/tell-ended.ts';
import { institutionLetters } from './jobs.ts';
import { freeIdleSeats, type IdleSeats, listVerified, restoreFreedSeats } from './seat-queries.ts';

/**
 * Frees seats of idle members for others and mails those who had them. An invitation that was never accepted gave no access:
 * nothing is said of it. Returns the number of seats.
 */
export async function giveSeatsAway(
  tx: Tx,
  seats: IdleSeats & { readonly id: string },
  now: Date,
): Promise<number> {
  const groupId = seats.id;
  const freed = await freeIdleSeats(tx, seats, now);
  const told = await listWhoKnow(tx, { groupId, userIds: await listVerified(tx, freed), of: 'place' });
  await notePlacesEnding(tx, { groupId, userIds: told, state: 'out' }, now);
  const freed_at = now.toISOString();
  await enqueueForMany(
    tx,
    told.map((user_id) =>
      institutionLetters.tellSeatGivenAway({ institution_id: groupId, user_id, freed_at }),
    ),
  );
  return freed.length;
}

/** For an import that is undone; mails those who get their seats again. */
export async function giveSeatsBack(
  tx: Tx,
  seats: { readonly id: string; readonly importId: string; readonly atMost: number | null },
): Promise<void> {
  const back = await listVerified(tx, await restoreFreedSeats(tx, seats));
  await enqueueForMany(
    tx,
    back.map((user_id) =>
      institutionLetters.welcomeMember({
        ...{ institution_id: seats.id, user_id, as_manager: false },
        is_back: true,
      }),
    ),
  );
}
