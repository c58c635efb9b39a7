import type { Db } from '../../platform/database/database.ts';
import { type AccountReactions, tellOfArrival } from './account-reactions.ts';
import { findUserById, type UserRow } from './queries.ts';

/** A reader without an institution who has a right to a seat gets one back with the sign-in, if there is one. */
export async function withSeat(
  db: Db,
  reactions: AccountReactions,
  user: UserRow,
  now: Date,
): Promise<UserRow> {
  if (user.role !== 'customer' || user.institutionId) return user;
  const { id: userId, email, emailVerified } = user;
  const taken = await tellOfArrival(db, reactions, { userId, email, emailVerified }, now);
  return taken ? ((await findUserById(db, userId, now)) ?? user) : user;
}
