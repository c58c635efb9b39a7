import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enqueue } from '../../platform/jobs.ts';
import { giveSeatsAway } from './give-seats-away.ts';
import { institutionLetters } from './jobs.ts';
import { lockInstitution } from './queries.ts';
import { countMembers, insertMembers, listSeatsToTake } from './seat-queries.ts';

/**
 * A seat for whoever comes (back) with a verified address: one in the institution's mail domain gives a right to it, and
 * so does a seat that was freed because its holder had long read nothing. Needs a free seat, or one whose holder is idle
 * now. A letter says so, and what the managers see. True when a seat was taken. Almost everybody who signs in has none to take: that costs one statement.
 */
export async function takeSeats(db: Db, person: { readonly userId: string }, now: Date): Promise<boolean> {
  const { userId } = person;
  const open = await listSeatsToTake(db, userId, now);
  let taken = false;
  for (const { id } of open)
    await inTransaction(db, async (tx) => {
      const { seats } = await lockInstitution(tx, id);
      // The user may have been removed since the list was read.
      const isOpen = (await listSeatsToTake(tx, userId, now)).some((seat) => seat.id === id);
      if (!isOpen) return;
      const free = seats === null ? 1 : seats - (await countMembers(tx, id));
      // With more members than seats, freeing one would not give room to anyone.
      if (free < 0 || (free === 0 && (await giveSeatsAway(tx, { id, atMost: 1 }, now)) === 0)) return;
      await insertMembers(tx, id, [userId], now);
      await enqueue(
        tx,
        institutionLetters.welcomeMember({ institution_id: id, user_id: userId, as_manager: false }),
      );
      taken = true;
    });
  return taken;
}
