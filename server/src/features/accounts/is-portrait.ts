import { sql } from 'kysely';
import { type Db, maybeOne } from '../../platform/database/database.ts';
import type { UsersTable } from '../../schema/tables.ts';

/** Whether the image with this storage key is a user's portrait. */
export const isPortrait = async (db: Db, key: string): Promise<boolean> =>
  (await maybeOne(db, sql<Pick<UsersTable, 'id'>>`select id from users where image_key = ${key} limit 1`)) !==
  null;
