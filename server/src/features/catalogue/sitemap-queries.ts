import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { inShop } from '../commerce/in-shop.ts';

export const listSitemapBooks = (
  db: Db,
  limit: number,
  now: Date,
): Promise<{ id: string; updatedAt: Date }[]> =>
  many(
    db,
    sql`select b.id, b.updated_at as "updatedAt" from books b where ${inShop(now)}
      order by b.release_date desc, b.id limit ${limit}`,
  );
