import type { Tx } from '../../platform/database/database.ts';
import { endSessions } from './session-queries.ts';

/** Ends all sessions of a user and returns their number. For staff, and for a change of role. */
export const endAllSessions = (tx: Tx, userId: string): Promise<number> => endSessions(tx, userId);
