import type { PreviewReader } from '@vesalius/contract/studio-limits';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ProductError } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { PREVIEW_USER_ID, previewToken } from '../../accounts/preview-reader.ts';
import { updateLooked } from '../review/review-queries.ts';
import { holdWork } from '../studio/access.ts';
import { findPreview, updatePreviewUsed } from './preview-queries.ts';

/** What a frame needs to show the hidden book as a reader sees it. */
export const openPreview = (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  workId: string,
  as: PreviewReader,
): Promise<{ token: string; book_id: string; user_id: string }> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await holdWork(tx, actor, workId, 'review');
    const preview = await findPreview(tx, workId);
    if (!preview || preview.madeVersion === null) throw new ProductError('preview_missing');
    await updatePreviewUsed(tx, workId, clock.now());
    await updateLooked(tx, workId, actor.userId, clock.now());
    const { bookId } = preview;
    const token = previewToken(config.secretKey, { sessionId: actor.sessionId, bookId, as });
    return { token, book_id: bookId, user_id: PREVIEW_USER_ID };
  });
