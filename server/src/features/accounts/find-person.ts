import type { Db } from '../../platform/database/database.ts';
import { findUserByEmail } from './queries.ts';

/** Whose address this is, or null. For features that are given an address by somebody who may know it. */
export const findPersonIdByEmail = async (db: Db, email: string, now: Date): Promise<string | null> =>
  (await findUserByEmail(db, email, now))?.id ?? null;
