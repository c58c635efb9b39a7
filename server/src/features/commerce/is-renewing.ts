import type { Db } from '../../platform/database/database.ts';
import { countRenewals } from './subscription-queries.ts';

/** Whether another year of anything is going to be charged to this person. */
export const isRenewing = async (db: Db, userId: string): Promise<boolean> =>
  (await countRenewals(db, userId)) > 0;
