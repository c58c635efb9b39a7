import { sql } from 'kysely';
import { affected, type Db, jsonb, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import type { WorkPreviewsTable } from '../../../schema/tables.ts';
import { isNamed } from '../works/file-queries.ts';
import type { Finding } from '../works/work-under-check.ts';

export interface PreviewRow extends Pick<WorkPreviewsTable, 'bookId' | 'state' | 'madeVersion' | 'madeAt'> {
  readonly findings: readonly Finding[];
  /** Whether it shows the current working copy, including its files. */
  readonly isCurrent: boolean;
}
const columns = sql`p.book_id as "bookId", p.state, p.made_version as "madeVersion", p.made_at as "madeAt",
  coalesce(p.refused_because, '[]') as findings,
  (p.state = 'ready' and exists (select 1 from works c where c.id = p.work_id and c.version = p.made_version
    and coalesce(c.named_files_changed_at <= p.asked_at, true)
    and not exists (select 1 from work_files f
      where f.work_id = c.id and f.added_at > p.asked_at and ${isNamed}))) as "isCurrent"`;

export const findPreview = (db: Db, workId: string): Promise<PreviewRow | null> =>
  maybeOne(db, sql<PreviewRow>`select ${columns} from work_previews p where p.work_id = ${workId}`);

/** A preview that takes longer was lost when its server stopped. */
const GIVEN_UP_MS = 15 * MINUTE_MS;

/** False: the preview is being made already. */
export const upsertPreview = async (tx: Tx, workId: string, now: Date): Promise<boolean> =>
  (await affected(
    tx,
    sql`insert into work_previews as p (work_id, book_id, state, asked_at, used_at)
      values (${workId}, ${newId()}, 'making', ${now}, ${now})
      on conflict (work_id) do update set state = 'making', asked_at = excluded.asked_at, used_at = excluded.used_at
      where p.state <> 'making' or p.asked_at < ${new Date(now.getTime() - GIVEN_UP_MS)}`,
  )) === 1;

/** `leftOut`: the errors of the parts that the preview does not show. False: the work was deleted meanwhile. */
export const updatePreviewMade = async (
  tx: Tx,
  { workId, version, leftOut }: { workId: string; version: number; leftOut: readonly Finding[] },
  now: Date,
): Promise<boolean> =>
  (await affected(
    tx,
    sql`update work_previews set state = 'ready', made_version = ${version}, made_at = ${now},
      refused_because = ${leftOut.length > 0 ? jsonb(leftOut) : null} where work_id = ${workId}`,
  )) === 1;

/** Locks the preview, so that it is neither made nor opened until the transaction ends. */
export const lockPreview = (tx: Tx, workId: string): Promise<Pick<PreviewRow, 'bookId'> | null> =>
  maybeOne(
    tx,
    sql<Pick<PreviewRow, 'bookId'>>`select book_id as "bookId" from work_previews
      where work_id = ${workId} for update`,
  );

/** Hidden books of works that were deleted while the preview was made. */
export const listOrphans = async (db: Db): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ id: string }>`select b.id from books b where b.preview_of is not null
        and not exists (select 1 from works w where w.id = b.preview_of)`,
    )
  ).map(({ id }) => id);

/** The previous preview can still be opened. */
export async function updatePreviewRefused(
  db: Db,
  workId: string,
  findings: readonly Finding[],
): Promise<void> {
  await sql`update work_previews set state = 'refused', refused_because = ${jsonb(findings)}
    where work_id = ${workId}`.execute(db);
}

export async function updatePreviewUsed(db: Db, workId: string, now: Date): Promise<void> {
  await sql`update work_previews set used_at = ${now} where work_id = ${workId}`.execute(db);
}

/**
 * Locks the preview until the transaction ends, so that it is neither made nor opened; null if it was used meanwhile.
 */
export const lockUnused = (tx: Tx, workId: string, since: Date): Promise<Pick<PreviewRow, 'bookId'> | null> =>
  maybeOne(
    tx,
    sql<Pick<PreviewRow, 'bookId'>>`select book_id as "bookId" from work_previews
      where work_id = ${workId} and used_at < ${since} for update`,
  );

export const listUnusedPreviews = async (db: Db, since: Date): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ workId: string }>`select work_id as "workId" from work_previews where used_at < ${since}`,
    )
  ).map(({ workId }) => workId);

export async function deletePreview(tx: Tx, workId: string): Promise<void> {
  await sql`delete from work_previews where work_id = ${workId}`.execute(tx);
}

/** Deletes all releases of a hidden book except the one that it shows: only the last preview is kept. */
export async function deleteEarlierReleases(tx: Tx, bookId: string): Promise<void> {
  await sql`delete from releases r using books b where b.id = ${bookId} and b.preview_of is not null
    and r.book_id = b.id and r.revision < b.revision`.execute(tx);
}

/** Deletes the hidden book with all rows that publishing stored for it. No other feature can have stored any. */
export async function deleteHiddenBook(tx: Tx, bookId: string): Promise<void> {
  const hidden = await maybeOne(
    tx,
    sql`select 1 from books where id = ${bookId} and preview_of is not null for update`,
  );
  if (!hidden) return;
  const questions = sql`select id from questions where book_id = ${bookId}`;
  const surveys = sql`select id from surveys where book_id = ${bookId}`;
  for (const [table, condition] of [
    ['choices', sql`question_id in (${questions})`],
    ['questions', sql`book_id = ${bookId}`],
    ['quizzes', sql`book_id = ${bookId}`],
    ['test_sections', sql`test_id in (select id from tests where book_id = ${bookId})`],
    ['tests', sql`book_id = ${bookId}`],
    ['final_tests', sql`book_id = ${bookId}`],
    [
      'survey_choices',
      sql`survey_question_id in (select id from survey_questions where survey_id in (${surveys}))`,
    ],
    ['survey_questions', sql`survey_id in (${surveys})`],
    ['surveys', sql`book_id = ${bookId}`],
    ['materials', sql`book_id = ${bookId}`],
    ['book_pages', sql`book_id = ${bookId}`],
    ['outline_entries', sql`book_id = ${bookId}`],
    ['chapters', sql`book_id = ${bookId}`],
    ['releases', sql`book_id = ${bookId}`],
    ['books', sql`id = ${bookId}`],
  ] as const)
    await sql`delete from ${sql.table(table)} where ${condition}`.execute(tx);
}
