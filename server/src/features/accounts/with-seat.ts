import type { Db } from '../../platform/database/database.ts';
import { takeSeats } from '../institutions/take-seats.ts';
import { findUserById, type UserRow } from './queries.ts';

/** A reader without an institution who has a right to a seat gets one back with the sign-in, if there is one. */
export async function withSeat(db: Db, user: UserRow, now: Date): Promise<UserRow> {
  if (user.role !== 'customer' || user.institutionId) return user;
  const { id: userId, email, emailVerified } = user;
  const taken = await takeSeats(db, { userId, email, emailVerified }, now);
  return taken ? ((await findUserById(db, userId, now)) ?? user) : user;
}
