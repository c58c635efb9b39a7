import type { Tx } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandWork, holdWork, type WorkPower } from '../studio/access.ts';
import { lockWork, type WorkRow } from './work-queries.ts';

/**
 * Locks a work, so that nobody changes, publishes or deletes it until the transaction ends, and then what the actor may do
 * with it: the order of a publication and of whoever names people for the work. Throws as `holdWork`.
 */
export async function lockWorkFor(tx: Tx, actor: Actor, workId: string, power: WorkPower): Promise<WorkRow> {
  // Without access, nobody waits for the work or makes others wait.
  await demandWork(tx, actor, workId, power);
  const work = await lockWork(tx, workId);
  await holdWork(tx, actor, workId, power);
  demand(work, 'work_deleted');
  return work;
}
