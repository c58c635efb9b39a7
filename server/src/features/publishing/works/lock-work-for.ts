import type { Tx } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandWork, holdWork, type WorkPower } from '../studio/access.ts';
import { lockWork, type WorkRow } from './work-queries.ts';

/**
 * Locks a work, then the actor's rights to it, until the transaction ends: nobody else changes, publishes or deletes the
 * work meanwhile. Every transaction that locks both uses this order, because another order could deadlock. Throws like
 * `holdWork`.
 */
export async function lockWorkFor(tx: Tx, actor: Actor, workId: string, power: WorkPower): Promise<WorkRow> {
  // Without access, nobody waits for the work or makes others wait.
  await demandWork(tx, actor, workId, power);
  const work = await lockWork(tx, workId);
  await holdWork(tx, actor, workId, power);
  demand(work, 'work_deleted');
  return work;
}
