import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueAgain } from '../../../platform/jobs.ts';
import { removeUnused } from '../assets/collect-unused.ts';
import { publishingJobs } from '../jobs.ts';
import type { Manifest } from '../manifest.ts';
import type { ReleaseFiles } from '../releases/make-release.ts';
import type { StorageDeps } from '../releases/release-deps.ts';
import { pdfJobKey } from './add-work-file.ts';
import { fillWork } from './fill-work.ts';
import { findWork } from './work-queries.ts';

const PDF_ATTEMPTS = 4;

/**
 * Makes a folder the working copy of a new or existing work; readers see nothing of it. A job prepares the pages of
 * its PDF, as on the desk. After a failure nothing is left.
 */
export async function fillDraft(
  deps: StorageDeps,
  { workId, manifest, keepsChanges }: { workId: string; manifest: Manifest; keepsChanges: boolean },
  storeFiles: (claim: string) => Promise<ReleaseFiles>,
): Promise<void> {
  const claim = newId();
  try {
    const { files } = await storeFiles(claim);
    await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now();
      const isNew = (await findWork(tx, workId)) === null;
      await fillWork(tx, { workId, manifest, files, userId: null, now, keepsChanges });
      const asset = files.get(manifest.pdf) as string;
      const options = { dedupeKey: pdfJobKey(workId, asset), maxAttempts: PDF_ATTEMPTS };
      await enqueueAgain(tx, [publishingJobs.prepareWorkPdf({ work_id: workId, asset }, options)]);
      if (!isNew) return;
      const detail = { title: manifest.title, source: 'import' };
      await recordAudit(
        tx,
        { actorId: null, action: 'work.create', subjectType: 'work', subjectId: workId, detail },
        now,
      );
    });
  } catch (error) {
    // What cannot be deleted now, because the store is unavailable, is deleted a day later.
    await removeUnused(deps, { claim }).catch(() => {});
    throw error;
  }
}
