import type { Operation } from '@vesalius/contract/working-copy';
import type { Db } from '../../../platform/database/database.ts';
import { type LastChange, listDeskFiles, listLastChanges } from './unpublished-queries.ts';
import type { WorkRow } from './work-queries.ts';

/** The unpublished changes of the desk that a folder would replace. */
interface ReplacedChanges {
  readonly fields: readonly LastChange[];
  readonly files: readonly string[];
}

/** A folder would replace changes that a user made on the desk and did not publish. */
export class ChangesOnDesk extends Error {
  readonly replaced: ReplacedChanges;

  constructor(replaced: ReplacedChanges) {
    super(
      [
        'The desk has changes that are not published, and the folder says otherwise:',
        ...replaced.fields.map(
          ({ field, changedBy, changedAt }) =>
            `  ${field}: changed${changedBy ? ` by ${changedBy}` : ''} on ${changedAt.toISOString().slice(0, 10)}`,
        ),
        ...replaced.files.map((path) => `  ${path}: another file of this name was added on the desk`),
        'Publish or undo them on the desk, or write them to a folder (npm run export-book, --working-copy).',
        'To replace them, import with --replace-changes; the history of the desk keeps them.',
      ].join('\n'),
    );
    this.name = 'ChangesOnDesk';
    this.replaced = replaced;
  }
}

/**
 * Throws `ChangesOnDesk` if, since the release of the working copy, the desk last changed a field of one of the
 * operations, or added a file that would be replaced.
 */
export async function refuseToReplace(
  db: Db,
  work: WorkRow,
  { operations, files }: { operations: readonly Operation[]; files: ReadonlyMap<string, string> },
): Promise<void> {
  const replacing = new Set(operations.map(({ path: [field] }) => field));
  const changes = await listLastChanges(db, work);
  const fields = changes.filter(({ field }) => replacing.has(field));
  const added = await listDeskFiles(db, work);
  const replaced = added.filter(({ path, assetHash }) => (files.get(path) ?? assetHash) !== assetHash);
  if (fields.length + replaced.length > 0)
    throw new ChangesOnDesk({ fields, files: replaced.map(({ path }) => path) });
}
