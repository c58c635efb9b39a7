import type { Tx } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdWork, type WorkPower } from '../studio/access.ts';
import { lockWork, type WorkRow } from './work-queries.ts';

/**
 * Holds what the actor may do with a work, and locks the work: nobody changes, publishes or deletes it until the transaction
 * ends. Throws as `holdWork`, and `work_deleted` if it was deleted meanwhile.
 */
export async function lockWorkFor(tx: Tx, actor: Actor, workId: string, power: WorkPower): Promise<WorkRow> {
  await holdWork(tx, actor, workId, power);
  const work = await lockWork(tx, workId);
  demand(work, 'work_deleted');
  return work;
}
