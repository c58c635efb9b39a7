import { dirname } from 'node:path/posix';
import { usesOfFile } from '@vesalius/contract/file-uses';
import type { FileRemoval } from '@vesalius/contract/work-files';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Actor } from '../../accounts/actor.ts';
import { touchAsset } from '../assets/asset-queries.ts';
import { videoConverter } from '../media/find-ffmpeg.ts';
import { tellVoid } from '../review/tell-void.ts';
import { isOfStudy } from '../studies/study-names.ts';
import { requestPreparation } from './add-work-file.ts';
import { findFileEvent, insertFileEvent, shownPath } from './file-events.ts';
import { lockWorkFor } from './lock-work-for.ts';
import {
  areNamesFree,
  insertRemoval,
  isRestored,
  listPathsAt,
  listRemovedFiles,
  moveBack,
  moveToRemoved,
  updateNamedFilesChanged,
} from './removal-queries.ts';
import { listWorkFiles, type WorkFileRow, type WorkRow } from './work-queries.ts';

type RemovalDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

interface Removal {
  readonly id: string;
  /** Of a file, or of a folder. */
  readonly path: string;
  readonly evenIfUsed: boolean;
}

/** Takes a file or a folder out of the work. It can be put back until the bytes are collected. */
export const removeWorkFiles = (
  { db, clock }: Pick<RemovalDeps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  { id, path, evenIfUsed }: Removal,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const work = await lockWorkFor(tx, actor, workId, 'edit');
    await removeFrom(tx, work, { id, path, evenIfUsed, userId: actor.userId, now: clock.now() });
  });

/** The work must be locked. `undoes`: the event that this takes back. */
export async function removeFrom(
  tx: Tx,
  work: WorkRow,
  {
    id,
    path,
    evenIfUsed,
    userId,
    undoes = null,
    now,
  }: Removal & { userId: string; undoes?: string | null; now: Date },
): Promise<void> {
  const { id: workId } = work;
  // Sent again: its files are removed already, or somebody has put them back.
  if ((await insertRemoval(tx, { workId, id, now })) === 0) return;
  demand((await listPathsAt(tx, workId, path)).length > 0, 'not_found');
  const isUsed = usesOfFile(work.manifest, path).length > 0;
  demand(!isUsed || evenIfUsed, 'file_used');
  await moveToRemoved(tx, { workId, path, removalId: id, removedBy: userId, now });
  const removed = (await listRemovedFiles(tx, workId)).filter((file) => file.removalId === id);
  const [only] = removed;
  // Of one image of a study its folder is said.
  const shown = removed.length === 1 && only ? shownPath(only) : path;
  const files = removed.length;
  await insertFileEvent(tx, work, { id, kind: 'removed', path: shown, files, undoes, userId, now });
  if (isUsed) await voidApprovals(tx, workId, work.version, now);
}

/** Those who approved this version saw other files. */
async function voidApprovals(tx: Tx, workId: string, version: number, now: Date): Promise<void> {
  await updateNamedFilesChanged(tx, workId, now);
  await tellVoid(tx, { workId, version }, now);
}

/** Puts back what was removed together, and prepares it again where that was collected meanwhile. */
export async function restoreWorkFiles(
  { db, clock, config }: RemovalDeps,
  actor: Actor,
  workId: string,
  removalId: string,
): Promise<WorkFileRow[]> {
  const { found: converter } = await videoConverter(config);
  return inTransaction(db, async (tx) => {
    const work = await lockWorkFor(tx, actor, workId, 'edit');
    const restoring = { id: newId(), removalId, userId: actor.userId, converts: converter !== null };
    return restoreIn(tx, work, { ...restoring, now: clock.now() });
  });
}

/** The work must be locked. `id`: of the event that this makes. */
export async function restoreIn(
  tx: Tx,
  work: WorkRow,
  {
    id,
    removalId,
    userId,
    converts,
    now,
  }: { id: string; removalId: string; userId: string; converts: boolean; now: Date },
): Promise<WorkFileRow[]> {
  const { id: workId } = work;
  const removed = (await listRemovedFiles(tx, workId)).filter((file) => file.removalId === removalId);
  if (removed.length === 0 && (await isRestored(tx, { workId, id: removalId }))) return [];
  demand(removed.length > 0, 'file_gone');
  demand(await areNamesFree(tx, workId, removalId), 'file_name_taken');
  // Locks the bytes against the clean-up of unused files.
  for (const { assetHash } of removed) demand(await touchAsset(tx, assetHash, now), 'file_gone');
  await moveBack(tx, { workId, removalId, now });
  const event = await findFileEvent(tx, workId, removalId);
  const path = event?.path ?? (removed[0] && shownPath(removed[0])) ?? '';
  await insertFileEvent(tx, work, {
    ...{ id, kind: 'restored', path, files: removed.length, undoes: removalId, userId, now },
  });
  if (removed.some(({ path }) => usesOfFile(work.manifest, path).length > 0))
    await voidApprovals(tx, workId, work.version, now);
  const paths = new Set(removed.map(({ path }) => path));
  const restored = (await listWorkFiles(tx, workId)).filter(({ path }) => paths.has(path));
  for (const file of restored)
    await requestPreparation(tx, file, {
      ...{ workId, sender: userId, converts, now },
    });
  return restored;
}

/** Newest first. */
export async function readFileRemovals(db: Db, workId: string, mayEdit = true): Promise<FileRemoval[]> {
  const removals = new Map<string, FileRemoval>();
  for (const file of await listRemovedFiles(db, workId)) {
    const { removalId, bytes, removedAt, removedBy } = file;
    // The name of a slice may name the patient.
    const path = !mayEdit && isOfStudy(file) ? dirname(file.path) : file.path;
    const known = removals.get(removalId);
    removals.set(removalId, {
      id: removalId,
      path: known ? sharedFolder(known.path, path) : path,
      files: (known?.files ?? 0) + 1,
      bytes: (known?.bytes ?? 0) + bytes,
      ...{ removed_at: removedAt.toISOString(), removed_by: removedBy },
    });
  }
  return [...removals.values()];
}

/** The deepest folder that holds both. */
function sharedFolder(one: string, other: string): string {
  let folder = one;
  while (folder !== '.' && !other.startsWith(`${folder}/`)) folder = dirname(folder);
  return folder;
}
