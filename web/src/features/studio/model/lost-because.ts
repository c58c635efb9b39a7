import { CallError } from '../../../lib/api-client.ts';
import type { Lost } from './work-snapshot.ts';

/** Why the work cannot be opened any more, as far as the error of a call says it. */
export const lostBecause = (error: unknown): Lost | null => {
  if (!(error instanceof CallError)) return null;
  if (error.code === 'work_deleted') return 'deleted';
  return error.status === 404 ? 'ended' : null;
};
