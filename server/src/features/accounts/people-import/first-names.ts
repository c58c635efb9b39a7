import { sql } from 'kysely';
import { type Db, one } from '../../../platform/database/database.ts';

/** Of users `u`: the first three by name, or by address where they have no name. */
export const firstNames = sql`coalesce((array_agg(
  coalesce(nullif(trim(u.first_name || ' ' || u.second_name), ''), u.email) order by u.plain_name, u.id))[1:3], '{}')`;

export const listFirstNames = async (db: Db, userIds: readonly string[]): Promise<string[]> =>
  (
    await one(
      db,
      sql<{
        names: string[];
      }>`select ${firstNames} as names from users u where u.id = any(${[...userIds]}::uuid[])`,
    )
  ).names;
