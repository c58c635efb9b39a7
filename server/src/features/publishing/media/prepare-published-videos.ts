import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Manifest } from '../manifest.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { filesOfWork } from '../works/check-work.ts';
import { requestConversion } from './conversion-queries.ts';
import { videoConverter } from './find-ffmpeg.ts';
import { videoStates } from './read-work-videos.ts';

/** Enqueues the conversion of lectures that were published as uploaded; readers then get their sizes. */
export async function preparePublishedVideos(
  { db, config, clock }: ReleaseDeps,
  bookId: string,
  manifest: Manifest,
): Promise<void> {
  const { found: converter } = await videoConverter(config);
  if (!converter) return;
  const names = manifest.supplementaries.flatMap(({ materials }) =>
    materials.flatMap((material) => (material.type === 'video' ? [material.file] : [])),
  );
  const files = await filesOfWork(db, bookId);
  await inTransaction(db, async (tx) => {
    for (const hash of new Set(names.flatMap((name) => files.get(name) ?? [])))
      if (!(await videoStates(tx, [hash])).has(hash))
        await requestConversion(tx, { hash, sender: '' }, clock.now());
  });
}
