import { inTransaction } from '../../../platform/database/transaction.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { StorageDeps } from '../releases/release-deps.ts';
import {
  deleteHiddenBook,
  deletePreview,
  listOrphans,
  listUnusedPreviews,
  lockUnused,
} from './preview-queries.ts';

const KEPT_FOR_MS = DAY_MS;

/** Deletes previews that were unused for a day. `collect-unused` deletes their files if nothing else names them. */
export async function removePreviews({ db, clock }: Pick<StorageDeps, 'db' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - KEPT_FOR_MS);
  for (const workId of await listUnusedPreviews(db, since))
    await inTransaction(db, async (tx) => {
      const preview = await lockUnused(tx, workId, since);
      if (!preview) return;
      await deleteHiddenBook(tx, preview.bookId);
      await deletePreview(tx, workId);
    });
  for (const bookId of await listOrphans(db)) await inTransaction(db, (tx) => deleteHiddenBook(tx, bookId));
}
