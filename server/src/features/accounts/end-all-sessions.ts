import type { Tx } from '../../platform/database/database.ts';
import { endSessions } from './session-queries.ts';

/** Signs a person out everywhere; how many sessions it were. For the staff, and when a role changes. */
export const endAllSessions = (tx: Tx, userId: string): Promise<number> => endSessions(tx, userId);
