import type { Db } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { releaseLetters } from '../jobs.ts';
import { findReleaseRow, type ReleaseRow, type Revision } from '../store/release-queries.ts';

/** Who waits no longer than that is still looking at the page, which shows the result. */
const WATCHED_MS = MINUTE_MS;

/** Whether the user who requested the release has probably left when it ends at `at`. */
export const isUnwatched = (
  { isScheduled, publishAt }: Pick<ReleaseRow, 'isScheduled' | 'publishAt'>,
  at: Date,
): boolean => isScheduled || (publishAt !== null && at.getTime() - publishAt.getTime() > WATCHED_MS);

/** Tells the user who requested a release that it is published, if it was scheduled or took long. Idempotent. */
export async function tellPublished(db: Db, { bookId, revision }: Revision): Promise<void> {
  const release = await findReleaseRow(db, { bookId, revision });
  if (!release?.publishedAt || !release.createdBy || !isUnwatched(release, release.publishedAt)) return;
  await enqueue(
    db,
    releaseLetters.tellPublished(
      { book_id: bookId, revision, user_id: release.createdBy },
      { dedupeKey: `release-published:${bookId}:${revision}` },
    ),
  );
}
