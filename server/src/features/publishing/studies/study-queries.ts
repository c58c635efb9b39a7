import { sql } from 'kysely';
import { affected, type Db, jsonb, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type {
  JobsTable,
  StudyDecisionsTable,
  WorkFilesTable,
  WorkStudiesTable,
} from '../../../schema/tables.ts';
import type { Manifest } from '../manifest.ts';
import type { KeptAttribute } from './study-content.ts';

export interface LeftOutFile {
  readonly file: string;
  readonly reason: string;
}
export type StudyRow = Pick<
  WorkStudiesTable,
  'id' | 'workId' | 'folder' | 'page' | 'title' | 'problem' | 'materialKey' | 'addedBy'
> & {
  readonly state: 'sorting' | 'sorted' | 'failed';
  readonly leftOut: readonly LeftOutFile[];
};
const columns = sql`s.id, s.work_id as "workId", s.folder, s.page, s.title, s.state, s.problem,
  s.material_key as "materialKey", s.added_by as "addedBy", s.left_out as "leftOut"`;

/** One that is there already stays as it is; one that failed begins again. Answers its id where it begins. */
export const upsertStudy = async (
  tx: Tx,
  study: Pick<WorkStudiesTable, 'id' | 'workId' | 'folder' | 'page' | 'title' | 'addedBy'>,
  now: Date,
): Promise<string | null> =>
  (
    await maybeOne(
      tx,
      sql<{ id: string }>`insert into work_studies as s
          (id, work_id, folder, page, title, added_by, added_at, changed_at)
        values (${study.id}, ${study.workId}, ${study.folder}, ${study.page}, ${study.title}, ${study.addedBy},
          ${now}, ${now})
        on conflict (work_id, folder) do update set state = 'sorting', problem = null, dismissed_at = null,
          changed_at = ${now} where s.state = 'failed'
        returning s.id`,
    )
  )?.id ?? null;

export const findStudy = (db: Db, id: string): Promise<StudyRow | null> =>
  maybeOne(db, sql<StudyRow>`select ${columns} from work_studies s where s.id = ${id}`);

/** Those that are on their way, failed, or were sorted since. */
export const listStudies = (
  db: Db,
  workId: string,
  since: Date,
): Promise<(StudyRow & Pick<JobsTable, 'deadAt'>)[]> =>
  many(
    db,
    sql`select ${columns}, j.dead_at as "deadAt"
      from work_studies s left join jobs j on j.dedupe_key = 'sort-study:' || s.id
      where s.work_id = ${workId} and s.dismissed_at is null and (s.state <> 'sorted' or s.changed_at > ${since})
      order by s.added_at, s.id`,
  );

/** 0: it is not being sorted any more. */
export const updateStudy = (
  tx: Tx,
  id: string,
  study: {
    state: 'sorted' | 'failed';
    problem?: string | null;
    materialKey?: string | null;
    leftOut: readonly LeftOutFile[];
  },
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`update work_studies set state = ${study.state}, problem = ${study.problem ?? null},
        material_key = ${study.materialKey ?? null}, left_out = ${jsonb(study.leftOut)}, changed_at = ${now}
      where id = ${id} and state = 'sorting'`,
  );

/** With it goes what files were called that became no study. Returns the hashes of those files. */
export async function updateStudyDismissed(
  tx: Tx,
  { workId, id }: { workId: string; id: string },
  now: Date,
): Promise<string[]> {
  const files = await many(
    tx,
    sql<{ hash: string }>`with dismissed as (
      update work_studies s set dismissed_at = coalesce(dismissed_at, ${now}), left_out = '[]'
      where work_id = ${workId} and id = ${id} and (state <> 'sorting'
        or exists (select from jobs j where j.dedupe_key = 'sort-study:' || s.id and j.dead_at is not null))
      returning folder
    )
    update work_files f set original_name = regexp_replace(f.path, '^.*/', '')
      from dismissed d where f.work_id = ${workId} and starts_with(f.path, d.folder || '/')
      returning f.asset_hash as hash`,
  );
  return files.map(({ hash }) => hash);
}

/** The folders of files, of removed files, and of studies that arrive. */
export const listTakenFolders = async (tx: Tx, workId: string): Promise<Set<string>> =>
  new Set(
    (
      await many(
        tx,
        sql<{ folder: string }>`select regexp_replace(path, '/[^/]*$', '') as folder from work_files
            where work_id = ${workId}
          union select regexp_replace(path, '/[^/]*$', '') from removed_work_files where work_id = ${workId}
          union select folder from work_studies where work_id = ${workId}`,
      )
    ).map(({ folder }) => folder),
  );

/** Of a work that is locked; what is no longer there as it was stays away. */
export async function updateMovedFiles(
  tx: Tx,
  workId: string,
  files: readonly (Pick<WorkFilesTable, 'path' | 'assetHash'> & { from: string })[],
): Promise<void> {
  await sql`update work_files w set path = f.path
    from unnest(${files.map(({ from }) => from)}::text[], ${files.map(({ path }) => path)}::text[],
      ${files.map(({ assetHash }) => assetHash)}::text[]) as f (former, path, hash)
    where w.work_id = ${workId} and w.path = f.former and w.asset_hash = f.hash`.execute(tx);
}

export type DecisionRow = Pick<StudyDecisionsTable, 'decidedAt'> & {
  readonly kept: readonly KeptAttribute[];
  /** Null: the account is gone. */
  readonly decidedBy: string | null;
};
export const findDecision = (db: Db, workId: string, fingerprint: string): Promise<DecisionRow | null> =>
  maybeOne(
    db,
    sql<DecisionRow>`select d.kept, d.decided_at as "decidedAt",
        case when u.deleted_at is null then u.first_name || ' ' || u.second_name end as "decidedBy"
      from study_decisions d left join users u on u.id = d.decided_by
      where d.work_id = ${workId} and d.fingerprint = ${fingerprint}`,
  );

/** The same decision sent again stays the first one's. Answers how many are new. */
export const insertDecision = (
  tx: Tx,
  row: {
    workId: string;
    fingerprint: string;
    materialKey: string;
    kept: readonly KeptAttribute[];
    decidedBy: string;
  },
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`insert into study_decisions (work_id, fingerprint, material_key, kept, decided_by, decided_at)
      values (${row.workId}, ${row.fingerprint}, ${row.materialKey}, ${jsonb(row.kept)},
        ${row.decidedBy}, ${now})
      on conflict do nothing`,
  );

interface ReleasedRow {
  readonly manifest: Pick<Manifest, 'supplementaries'>;
  readonly files: Readonly<Record<string, string>>;
}
/** The releases of a book's editions that readers see, its own first, with their DICOM files. */
export const listReleasedStudies = (db: Db, workId: string): Promise<ReleasedRow[]> =>
  many(
    db,
    sql<ReleasedRow>`select r.manifest, coalesce((
        select jsonb_object_agg(f.path, f.asset_hash) from release_files f
        where f.book_id = r.book_id and f.revision = r.revision), '{}') as files
      from books b join releases r on r.book_id = b.id and r.revision = b.revision
      where (b.id = ${workId} or b.slug = (select manifest->>'slug' from works where id = ${workId}))
        and b.published_at is not null and r.published_at is not null and r.manifest is not null
      order by b.id = ${workId} desc, b.id`,
  );
