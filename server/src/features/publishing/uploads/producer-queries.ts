import { sql } from 'kysely';
import { type Db, maybeOne } from '../../../platform/database/database.ts';

/** Whether the user is a producer of any book or work. */
export const isProducer = async (db: Db, userId: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from book_assignments a join users u on lower(u.email) = lower(a.email)
      where u.id = ${userId} and a.role = 'producer' limit 1`,
  )) !== null;
