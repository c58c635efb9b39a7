import type { Operation } from '@vesalius/contract/working-copy';
import { type Outcome, undoAndRedo } from '@vesalius/contract/working-copy-merge';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { lockWorkToEdit, makeChanges } from './change-work.ts';
import { listKnownChanges, listOperationsOfChange, listOwnSteps } from './operation-queries.ts';

interface Undo {
  /** The id of the new change. */
  readonly id: string;
  readonly redo: boolean;
  /** The change to undo, by any user; absent: the caller's last. */
  readonly changeId?: string | undefined;
  readonly skip: readonly string[];
}
export interface Undone {
  /** Null: there was nothing to undo. */
  readonly outcome: Outcome | null;
  readonly target: string | null;
  readonly operations: readonly Operation[];
}

/**
 * Undoes a change by a new one: the history keeps both. Users who may edit may undo. Refused as a conflict if another
 * user changed the same value since.
 */
export const undoChange = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  { id, redo, changeId, skip }: Undo,
): Promise<Undone> =>
  inTransaction(db, async (tx) => {
    const work = await lockWorkToEdit(tx, actor, workId);
    const [known] = await listKnownChanges(tx, workId, [id]);
    if (known?.userId === actor.userId)
      return { outcome: { id, state: 'applied', version: known.version }, target: null, operations: [] };
    const target = changeId ?? (await nextStep(tx, actor, workId, { redo, skip }));
    if (target === undefined) return { outcome: null, target: null, operations: [] };
    const made = (await listOperationsOfChange(tx, workId, target)).toReversed();
    const last = made[0];
    demand(last, 'not_found');
    const operations = made.map(({ inverse }) => inverse);
    const [outcome = null] = await makeChanges(
      tx,
      work,
      {
        actor,
        base: last.version,
        changes: [{ id, operations }],
        undoes: made.map(({ version }) => version),
      },
      clock.now(),
    );
    return { outcome, target, operations };
  });

async function nextStep(
  db: Db,
  actor: Actor,
  workId: string,
  { redo, skip }: Pick<Undo, 'redo' | 'skip'>,
): Promise<string | undefined> {
  const steps = undoAndRedo(await listOwnSteps(db, workId, actor.userId));
  return steps[redo ? 'redo' : 'undo'].findLast((id) => !skip.includes(id));
}
