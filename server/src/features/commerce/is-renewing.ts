import type { Db } from '../../platform/database/database.ts';
import { countRenewals } from './subscription-queries.ts';

/** Whether this user has any subscription that renews. */
export const isRenewing = async (db: Db, userId: string): Promise<boolean> =>
  (await countRenewals(db, userId)) > 0;
