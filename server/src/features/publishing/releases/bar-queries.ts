import { untranslated } from '@vesalius/contract/field-text';
import { sql } from 'kysely';
import { affected, type Db, jsonb, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { ProductError } from '../../../platform/errors.ts';
import type { ReleasesTable } from '../../../schema/tables.ts';
import type { Manifest } from '../manifest.ts';
import type { Revision } from '../store/release-queries.ts';

/* Releases that must not be published again. */

/** The files of `releases r`, in a form that is equal for equal files. */
const filesOfRelease = sql`coalesce((select jsonb_object_agg(f.path, f.asset_hash) from release_files f
  where f.book_id = r.book_id and f.revision = r.revision), '{}')`;

/**
 * The release and all with the same content: those that it was made from, those made from it, and those that were
 * published from an unchanged working copy or folder.
 */
const sameContent = ({ bookId, revision }: Revision) => sql`with recursive contents as materialized (
    select r.revision, r.restored_from,
      case when r.manifest is not null then dense_rank() over (order by r.manifest, ${filesOfRelease}) end as content
    from releases r where r.book_id = ${bookId}),
  same (revision) as (
    select ${revision}::int
    union
    select r.revision from same join contents s using (revision)
      join contents r on r.revision = s.restored_from or r.restored_from = s.revision or r.content = s.content)`;

type Bar = Pick<ReleasesTable, 'revision' | 'barReason'>;
const bar = sql`r.revision, r.bar_reason as "barReason"`;

/** Says which release is barred, and why. */
const refusedBy = ({ revision, barReason }: Bar): ProductError =>
  new ProductError('release_barred', {
    message: `Release ${revision} is barred and must not be published again: “${barReason}”. Staff can lift the bar.`,
    fields: { release: untranslated(String(revision)), reason: untranslated(barReason) },
  });

/** Throws `release_barred` if the release, or one with the same content, is barred. */
export async function demandReleaseNotBarred(db: Db, ids: Revision): Promise<void> {
  const barred = await maybeOne(
    db,
    sql<Bar>`${sameContent(ids)} select ${bar} from releases r join same using (revision)
      where r.book_id = ${ids.bookId} and r.barred_at is not null
      order by r.revision <> ${ids.revision}::int, r.revision desc limit 1`,
  );
  if (barred) throw refusedBy(barred);
}

/**
 * Throws `release_barred` for a barred release, and for the same content by another way: a working copy or a folder.
 * The caller holds the lock of the work or the book, as the one who bars does.
 */
export async function demandNotBarred(
  tx: Tx,
  {
    bookId,
    restoredFrom,
    manifest,
    files,
  }: {
    bookId: string;
    restoredFrom: number | null;
    manifest: Manifest;
    files: ReadonlyMap<string, string>;
  },
): Promise<void> {
  const barred = await maybeOne(
    tx,
    sql<Bar>`select ${bar} from releases r where r.book_id = ${bookId} and r.barred_at is not null
      and (r.revision = ${restoredFrom}::int or (r.manifest = ${jsonb(manifest)}
        and ${filesOfRelease} = ${jsonb(Object.fromEntries(files))}))
      order by r.revision desc limit 1`,
  );
  if (barred) throw refusedBy(barred);
}

export interface ContentState {
  /** Readers see it. */
  readonly isCurrent: boolean;
  /** A release with this content is being published. One that waits for its time is refused when that comes. */
  readonly isBeingPublished: boolean;
}

/** Null: no such release was published. */
export const findContentState = (tx: Tx, ids: Revision, now: Date): Promise<ContentState | null> =>
  maybeOne(
    tx,
    sql<ContentState>`${sameContent(ids)}
      select exists (select 1 from books b join same using (revision) where b.id = ${ids.bookId}) as "isCurrent",
        exists (select 1 from releases p join same using (revision) where p.book_id = ${ids.bookId}
          and p.published_at is null and p.publish_at <= ${now} and p.refused_because is null) as "isBeingPublished"
      from releases r where r.book_id = ${ids.bookId} and r.revision = ${ids.revision} and r.published_at is not null`,
  );

/** 0: it was barred already. */
export const updateBarred = (
  tx: Tx,
  ids: Revision,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<number> =>
  affected(
    tx,
    sql`${sameContent(ids)}
      update releases set barred_at = ${at}, barred_by = ${by}, bar_reason = ${reason}
      where book_id = ${ids.bookId} and revision in (select revision from same) and published_at is not null
        and barred_at is null`,
  );

/** 0: it was not barred. */
export const updateBarLifted = (tx: Tx, ids: Revision): Promise<number> =>
  affected(
    tx,
    sql`${sameContent(ids)}
      update releases set barred_at = null, barred_by = null, bar_reason = ''
      where book_id = ${ids.bookId} and revision in (select revision from same) and barred_at is not null`,
  );
