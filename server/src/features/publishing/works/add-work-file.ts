import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueueAgain } from '../../../platform/jobs.ts';
import { findOwnUpload } from '../../../platform/resumable/upload-queries.ts';
import { cutText, storableText } from '../../../platform/storable-text.ts';
import type { Actor } from '../../accounts/actor.ts';
import { touchAsset } from '../assets/asset-queries.ts';
import { isVideoType } from '../assets/recognize-file.ts';
import { publishingJobs } from '../jobs.ts';
import { requestConversion } from '../media/conversion-queries.ts';
import { videoConverter } from '../media/find-ffmpeg.ts';
import { isFileNamed } from '../review/approval-queries.ts';
import { tellVoid } from '../review/tell-void.ts';
import { arrivalPath, inFolder, isArrival, isOfStudy } from '../studies/study-names.ts';
import { noteFileAdded } from './file-events.ts';
import { findWorkFile, insertWorkFile } from './file-queries.ts';
import { lockWorkFor } from './lock-work-for.ts';
import { numbered } from './name-files.ts';
import type { WorkFileRow } from './work-queries.ts';

export const pdfJobKey = (workId: string, assetHash: string): string => `prepare-pdf:${workId}:${assetHash}`;

/** Makes the bytes of the actor's own upload a file of the work. If the file has pages, a job prepares them. */
export async function addWorkFile(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  workId: string,
  { uploadId, folder }: { uploadId: string; folder?: string | undefined },
): Promise<WorkFileRow> {
  const { found: converter } = await videoConverter(config);
  return inTransaction(db, async (tx) => {
    const work = await lockWorkFor(tx, actor, workId, 'edit');
    const upload = await findOwnUpload(tx, uploadId, actor.userId);
    demand(upload, 'not_found');
    demand(upload.state === 'finished' && upload.hash, 'upload_not_finished');
    const { hash: assetHash, name: originalName } = upload;
    const now = clock.now();
    // Nothing named it for a day, and it was deleted.
    demand(await touchAsset(tx, assetHash, now), 'upload_gone');
    const file = await fileNamed(tx, workId, {
      path:
        isArrival(folder) || isOfStudy({ path: '', mediaType: upload.mediaType ?? '' })
          ? arrivalPath(folder, assetHash)
          : inFolder(folder, safeName(originalName)),
      assetHash,
      originalName,
      addedBy: actor.userId,
      now,
    });
    if (file.addedAt.getTime() === now.getTime())
      await noteFileAdded(tx, work, { ...file, userId: actor.userId, now });
    // Those who approved this version did not see the file.
    if (await isFileNamed(tx, workId, file.path)) await tellVoid(tx, { workId, version: work.version }, now);
    await requestPreparation(tx, file, { workId, sender: actor.userId, converts: converter !== null, now });
    return file;
  });
}

/** Enqueues what prepares the file for readers, also after an earlier attempt failed. */
export async function requestPreparation(
  tx: Tx,
  { mediaType, assetHash }: WorkFileRow,
  { workId, sender, converts, now }: { workId: string; sender: string; converts: boolean; now: Date },
): Promise<void> {
  if (mediaType === 'application/pdf') {
    const job = { work_id: workId, asset: assetHash, sender };
    await enqueueAgain(tx, [
      publishingJobs.prepareWorkPdf(job, { dedupeKey: pdfJobKey(workId, assetHash), maxAttempts: 4 }),
    ]);
  }
  if (isVideoType(mediaType) && converts) await requestConversion(tx, { hash: assetHash, sender }, now);
}

/** Different content under the same name gets a new name. */
export async function fileNamed(
  tx: Tx,
  workId: string,
  {
    path,
    ...file
  }: { path: string; assetHash: string; originalName: string; addedBy: string | null; now: Date },
): Promise<WorkFileRow> {
  for (let count = 1; ; count += 1) {
    const free = numbered(path, count);
    const known = await findWorkFile(tx, workId, free);
    if (known?.assetHash === file.assetHash) return known;
    if (known) continue;
    await insertWorkFile(tx, { workId, path: free, ...file });
    return (await findWorkFile(tx, workId, free)) as WorkFileRow;
  }
}

/** Makes a name that every system accepts; letters of all scripts stay. */
export function safeName(name: string): string {
  const parts = storableText(name).normalize('NFC').split(/[/\\]/);
  const clean = (parts.at(-1) ?? '').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '');
  const [, stem = '', extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(clean) ?? [];
  return `${cutText(stem, 100) || 'file'}${extension.toLowerCase()}`;
}
