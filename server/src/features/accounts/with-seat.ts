import type { Db } from '../../platform/database/database.ts';
import { type AccountReactions, tellOfArrival } from './account-reactions.ts';
import { findUserById, type UserRow } from './queries.ts';

/** Signing in takes a seat that the reader is entitled to, also in addition to other institutions' seats, if one is free. */
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
