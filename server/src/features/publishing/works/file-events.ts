import { dirname } from 'node:path/posix';
import { sql } from 'kysely';
import { affected, type Db, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import type { WorkFileEventsTable } from '../../../schema/tables.ts';
import { isOfStudy } from '../studies/study-names.ts';
import type { WorkRow } from './work-queries.ts';

export type FileEvent = Pick<
  WorkFileEventsTable,
  'id' | 'path' | 'files' | 'version' | 'userId' | 'madeAt'
> & {
  readonly kind: 'added' | 'removed' | 'restored';
};
interface NewFileEvent extends Omit<FileEvent, 'version' | 'userId' | 'madeAt'> {
  readonly userId: string;
  readonly undoes?: string | null;
  readonly now: Date;
}

export async function insertFileEvent(
  tx: Tx,
  { id: workId, version }: Pick<WorkRow, 'id' | 'version'>,
  { id, kind, path, files, undoes = null, userId, now }: NewFileEvent,
): Promise<void> {
  await sql`insert into work_file_events (work_id, id, kind, path, files, version, undoes, user_id, made_at)
    values (${workId}, ${id}, ${kind}, ${path}, ${files}, ${version}, ${undoes}::uuid, ${userId}, ${now})`.execute(
    tx,
  );
}

export const findFileEvent = (db: Db, workId: string, id: string): Promise<FileEvent | null> =>
  maybeOne(
    db,
    sql<FileEvent>`select id, kind, path, files, version, user_id as "userId", made_at as "madeAt"
      from work_file_events
      where work_id = ${workId} and id = ${id}`,
  );

/** The images of a study arrive one by one. */
const TOGETHER_MS = 10 * MINUTE_MS;

/** Images of a study are one event of their folder. */
export async function noteFileAdded(
  tx: Tx,
  work: Pick<WorkRow, 'id' | 'version'>,
  { userId, now, ...file }: { path: string; mediaType: string; userId: string; now: Date },
): Promise<void> {
  const path = shownPath(file);
  if (isOfStudy(file) && (await addToLast(tx, work.id, { path, userId, now }))) return;
  await insertFileEvent(tx, work, { id: newId(), kind: 'added', path, files: 1, userId, now });
}

const addToLast = async (
  tx: Tx,
  workId: string,
  { path, userId, now }: { path: string; userId: string; now: Date },
): Promise<boolean> =>
  (await affected(
    tx,
    sql`update work_file_events set files = files + 1, made_at = ${now}
      where work_id = ${workId} and kind = 'added' and path = ${path} and user_id = ${userId}
        and made_at > ${new Date(now.getTime() - TOGETHER_MS)}`,
  )) > 0;

/** The name of an image may name the patient. */
export const shownPath = (file: { path: string; mediaType: string }): string =>
  isOfStudy(file) ? dirname(file.path) : file.path;
