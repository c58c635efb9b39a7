import type { Db, Tx } from '../../../platform/database/database.ts';
import { enqueueAgain } from '../../../platform/jobs.ts';
import { findRendition, type Rendition, type RenditionKey } from '../assets/asset-queries.ts';
import { publishingJobs } from '../jobs.ts';
import { contentOf, type WorkStudy } from './study-content.ts';

const MAX_ATTEMPTS = 4;

type Files = WorkStudy['files'];

/** What is learnt of a study is a rendition of one of its files, and goes with it. */
export const reportKey = (files: Files): RenditionKey => ({
  assetHash: files.map(({ assetHash }) => assetHash).sort()[0] as string,
  purpose: 'study-report',
  place: contentOf(files),
});

export const reportJobKey = (workId: string, content: string): string => `report-study:${workId}:${content}`;

export const findReport = (db: Db, files: Files): Promise<Rendition | null> =>
  findRendition(db, reportKey(files));

/** One that is under way goes on; one that failed begins again. */
export async function requestReport(tx: Tx | Db, workId: string, files: Files): Promise<void> {
  const content = contentOf(files);
  const options = { dedupeKey: reportJobKey(workId, content), maxAttempts: MAX_ATTEMPTS };
  await enqueueAgain(tx, [publishingJobs.reportStudy({ work_id: workId, content }, options)]);
}
