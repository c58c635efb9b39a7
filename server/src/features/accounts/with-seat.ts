import type { Db } from '../../platform/database/database.ts';
import { type AccountReactions, tellOfArrival } from './account-reactions.ts';
import { findUserById, type UserRow } from './queries.ts';

/** A reader who has a right to a seat, also beside those of other institutions, gets it with the sign-in, if there is one. */
export async function withSeat(
  db: Db,
  reactions: AccountReactions,
  user: UserRow,
  now: Date,
): Promise<UserRow> {
  if (user.role !== 'customer') return user;
  const { id: userId, email, emailVerified } = user;
  const taken = await tellOfArrival(db, reactions, { userId, email, emailVerified }, now);
  return taken ? ((await findUserById(db, userId, now)) ?? user) : user;
}
