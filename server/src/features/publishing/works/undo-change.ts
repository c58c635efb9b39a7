import type { Operation } from '@vesalius/contract/working-copy';
import { type Outcome, undoAndRedo } from '@vesalius/contract/working-copy-merge';
import type { Db, Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { videoConverter } from '../media/find-ffmpeg.ts';
import { inTurn, turnToEdit } from '../releases/in-turn.ts';
import { findBeginning, listSteps } from './beginning.ts';
import { makeChanges } from './change-work.ts';
import { type FileEvent, findFileEvent } from './file-events.ts';
import { lockWorkFor } from './lock-work-for.ts';
import { listKnownChanges, listOperationsOfChange } from './operation-queries.ts';
import { countPathsOf } from './removal-queries.ts';
import { removeFrom, restoreIn } from './remove-work-files.ts';
import type { WorkRow } from './work-queries.ts';

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
  readonly hasFiles: boolean;
}
const NOTHING: Undone = { outcome: null, target: null, operations: [], hasFiles: false };

/**
 * Undoes a change by a new one: the history keeps both. Users who may edit may undo. Refused as a conflict if another
 * user changed the same value since.
 */
export async function undoChange(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  workId: string,
  { id, redo, changeId, skip }: Undo,
): Promise<Undone> {
  const { found: converter } = await videoConverter(config);
  return inTurn(
    db,
    async (tx) => {
      const work = await lockWorkFor(tx, actor, workId, 'edit');
      const done = await findDone(tx, actor, workId, id);
      if (done) return done;
      const target = changeId ?? (await nextStep(tx, actor, workId, { redo, skip }));
      if (target === undefined) return NOTHING;
      const event = await findFileEvent(tx, workId, target);
      if (event) {
        const by = { id, userId: actor.userId, converts: converter !== null, now: clock.now() };
        return { ...(await undoFiles(tx, work, event, by)), target };
      }
      const made = (await listOperationsOfChange(tx, workId, target)).toReversed();
      const last = made[0];
      demand(last && (await findBeginning(tx, workId))?.changeId !== target, 'not_found');
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
      return { outcome, target, operations, hasFiles: false };
    },
    turnToEdit({ db, clock }, workId),
  );
}

/** Sent again, after its answer was lost. */
async function findDone(tx: Tx, actor: Actor, workId: string, id: string): Promise<Undone | null> {
  const [known] = await listKnownChanges(tx, workId, [id]);
  const event = known ? null : await findFileEvent(tx, workId, id);
  const done = known ?? event;
  if (done?.userId !== actor.userId) return null;
  return { ...NOTHING, outcome: { id, state: 'applied', version: done.version }, hasFiles: event !== null };
}

/** Puts removed files back, or removes them again. */
async function undoFiles(
  tx: Tx,
  work: WorkRow,
  { id: eventId, kind, path, files, madeAt }: FileEvent,
  by: { id: string; userId: string; converts: boolean; now: Date },
): Promise<Undone> {
  demand(kind !== 'added', 'not_found');
  try {
    if (kind === 'removed') await restoreIn(tx, work, { ...by, removalId: eventId });
    else {
      // Other files are there now, maybe somebody else's.
      demand((await countPathsOf(tx, work.id, { path, madeAt })) === files, 'file_gone');
      await removeFrom(tx, work, { ...by, path, evenIfUsed: true, undoes: eventId });
    }
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const refusal = { code: 'no_entry', message: error.message } as const;
    return { ...NOTHING, outcome: { id: by.id, state: 'refused', refusal } };
  }
  return { ...NOTHING, outcome: { id: by.id, state: 'applied', version: work.version }, hasFiles: true };
}

async function nextStep(
  db: Db,
  actor: Actor,
  workId: string,
  { redo, skip }: Pick<Undo, 'redo' | 'skip'>,
): Promise<string | undefined> {
  const steps = undoAndRedo(await listSteps(db, workId, actor.userId));
  return steps[redo ? 'redo' : 'undo'].findLast((id) => !skip.includes(id));
}
