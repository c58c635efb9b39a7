import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enqueue } from '../../platform/jobs.ts';
import { giveSeatsAway } from './give-seats-away.ts';
import { institutionLetters } from './jobs.ts';
import { lockInstitution } from './queries.ts';
import { countMembers, insertMembers, listSeatsToTake } from './seat-queries.ts';

/**
 * Gives a user who signs in with a verified address a seat in each institution that has one for them: the address is in the
 * institution's mail domain, or the user had a seat that was freed because they had long read nothing. The seat must be
 * free, or its holder idle now. A letter tells the user what the managers see. Returns whether the user got a seat. For
 * most users there is none: that costs one statement.
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
