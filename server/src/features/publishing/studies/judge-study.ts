import { sql } from 'kysely';
import { type Db, maybeOne } from '../../../platform/database/database.ts';
import type { JobsTable } from '../../../schema/tables.ts';
import { findReport, reportJobKey, requestReport } from './request-report.ts';
import { contentOf, filesOfSeries, fingerprintOf, type WorkStudy } from './study-content.ts';
import { type DecisionRow, findDecision, listReleasedStudies } from './study-queries.ts';

export type Judged = { readonly decision: DecisionRow | null; readonly isReleased: boolean } | null;

/** Who decided about the study as it is; or that readers see it as it is, in this edition or another; null: nobody. */
export async function findJudgment(
  db: Db,
  workId: string,
  { files, ...identity }: Pick<WorkStudy, 'files' | 'identity' | 'kept'>,
): Promise<Judged> {
  const fingerprint = fingerprintOf(files, identity);
  const decision = await findDecision(db, workId, fingerprint);
  if (decision) return { decision, isReleased: false };
  for (const { manifest, files: released } of await listReleasedStudies(db, workId)) {
    const known = new Map(Object.entries(released));
    for (const { materials } of manifest.supplementaries ?? [])
      for (const material of materials) {
        if (material.type !== 'dicom') continue;
        const { series, identifying_attributes: how = 'refuse', kept_attributes: kept = [] } = material;
        const folders = series.map(({ folder }) => folder);
        if (fingerprintOf(filesOfSeries(folders, known), { identity: how, kept }) === fingerprint)
          return { decision: null, isReleased: true };
      }
  }
  return null;
}

/** Whether it can be decided about; what nobody has asked for is asked for. */
export async function stateOfReport(
  db: Db,
  workId: string,
  files: WorkStudy['files'],
): Promise<'ready' | 'waiting' | 'failed'> {
  if (await findReport(db, files)) return 'ready';
  const job = await maybeOne(
    db,
    sql<Pick<JobsTable, 'deadAt' | 'doneAt'>>`select dead_at as "deadAt", done_at as "doneAt" from jobs
      where dedupe_key = ${reportJobKey(workId, contentOf(files))}`,
  );
  if (job?.deadAt) return 'failed';
  if (!job || job.doneAt) await requestReport(db, workId, files);
  return 'waiting';
}
