import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { applyOperation, type Operation } from '@vesalius/contract/working-copy';
import { type Fields, normalized, type Value } from '@vesalius/contract/working-copy-document';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Manifest } from '../manifest.ts';
import { tellVoid } from '../review/tell-void.ts';
import { findWorkId, insertEmptyWork, listReplacedFiles, upsertWorkFiles } from './fill-queries.ts';
import { insertOperations } from './operation-queries.ts';
import { refuseToReplace } from './unpublished-changes.ts';
import { findWork, lockWork, updateWork, type WorkRow } from './work-queries.ts';

type FilledManifest = Omit<Manifest, 'release_date'> & Partial<Pick<Manifest, 'release_date'>>;

/**
 * Makes the working copy what a folder says, question lists included: one change in the history, with an operation
 * per field, that can be undone. Returns its version.
 */
export async function fillWork(
  tx: Tx,
  work: {
    workId: string;
    /** A new edition has no release date yet. */
    manifest: FilledManifest;
    files: ReadonlyMap<string, string>;
    userId: string | null;
    now: Date;
    /** Refuses to replace changes of the desk that are in no release. */
    keepsChanges?: boolean;
  },
): Promise<number> {
  const { workId, manifest, files, userId, now, keepsChanges = false } = work;
  const known = await findWorkId(tx, manifest);
  demand(known === null || known === workId, 'slug_taken');
  await insertEmptyWork(tx, { workId, userId, now });
  const before = (await lockWork(tx, workId)) as WorkRow;
  const changeId = newId();
  let { manifest: document, version } = before;
  const operations = changesTo(document, manifest);
  if (keepsChanges) await refuseToReplace(tx, before, { operations, files });
  const replaced = await listReplacedFiles(tx, workId, files);
  // Different content under the same name is a change too: a preview or approval of this version does not apply to
  // the next.
  const field = replaced.length > 0 && operations.length === 0 ? fieldNaming(document, replaced) : null;
  if (field) operations.push({ op: 'set', path: [field], value: document[field] as Value });
  const made = operations.map((operation) => {
    const applied = applyOperation(document, operation);
    document = applied.document;
    version += 1;
    return { version, changeId, operation, inverse: applied.inverse, userId, undoes: null };
  });
  if (made.length > 0) {
    await insertOperations(tx, workId, made, now);
    await updateWork(tx, { id: workId, manifest: document, version, now });
    await tellVoid(tx, { workId, version: before.version }, now);
  }
  await upsertWorkFiles(tx, { workId, files, userId, now });
  return version;
}

/** The field of the manifest that names one of the files; null if none does. */
function fieldNaming(document: Fields, paths: readonly string[]): string | null {
  const names = (value: Value | undefined): boolean => {
    if (typeof value === 'string')
      return paths.some((path) => path === value || path.startsWith(`${value}/`));
    if (value === null || typeof value !== 'object') return false;
    return Object.values(value).some((each) => names(each as Value));
  };
  return Object.keys(document).find((field) => names(document[field])) ?? null;
}

/** Checks in advance: throws `ChangesOnDesk` if filling the work from the manifest would. */
export async function refuseToFill(db: Db, workId: string, manifest: FilledManifest): Promise<void> {
  const work = await findWork(db, workId);
  if (!work) return;
  await refuseToReplace(db, work, { operations: changesTo(work.manifest, manifest), files: new Map() });
}

/** Unchanged fields stay, with the ids of their entries. */
function changesTo(before: Fields, manifest: FilledManifest): Operation[] {
  // Through JSON, because absent fields of the manifest are present as undefined.
  const given: unknown = JSON.parse(JSON.stringify(withIds(manifest)));
  const after = withoutIds(normalized(given)) as Fields;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field): Operation[] => {
    if (isDeepStrictEqual(withoutIds(before[field]), after[field])) return [];
    const value = after[field] === undefined ? undefined : (withIds(after[field]) as Value);
    return [{ op: 'set', path: [field], ...(value === undefined ? {} : { value }) }];
  });
}

/** Gives each entry of a list an id if it has no key. */
export function withIds(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((entry) => {
      const fields = withIds(entry);
      const isEntry = fields !== null && typeof fields === 'object' && !Array.isArray(fields);
      return isEntry && !('key' in fields) ? { _id: randomBytes(6).toString('hex'), ...fields } : fields;
    });
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner)]));
}

export function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).filter(([name]) => name !== '_id');
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutIds(inner)]));
}
