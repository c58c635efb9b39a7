import { updateAssetCheck } from '../assets/check-queries.ts';
import type { RenditionDeps } from '../assets/make-rendition.ts';
import type { BadVideo } from '../checks/video-facts.ts';

/** A video that passed its check and still cannot be published. */
export class UnreadableVideo extends Error {
  readonly assetHash: string;

  constructor(assetHash: string, cause: BadVideo) {
    super(cause.message, { cause });
    this.assetHash = assetHash;
  }
}

/** Notes it for the check list, so that no book is made with the file again. */
export async function noteUnreadable(
  { db, clock }: Pick<RenditionDeps, 'db' | 'clock'>,
  assetHash: string,
  error: BadVideo,
): Promise<UnreadableVideo> {
  const look = { problems: [{ text: error.message, line: null }] };
  await updateAssetCheck(db, { hash: assetHash, kind: 'video', look }, clock.now());
  return new UnreadableVideo(assetHash, error);
}
