import { pageInSet } from '@vesalius/contract/page-runs';
import { MAX_COMMENTS_PER_WORK } from '@vesalius/contract/studio-limits';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { demandWork } from '../studio/access.ts';
import { lockWork } from '../works/work-queries.ts';
import { countComments, findComment, findPreviewRuns, insertComment } from './comment-queries.ts';

interface Given {
  readonly id: string;
  readonly text: string;
  /** Of the preview. */
  readonly page?: number | undefined;
  readonly answers?: string | undefined;
}

/** A comment on a page, or an answer to one. Sent twice it is there once. */
export const commentOnPage = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  { id, text, page, answers }: Given,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandWork(tx, actor, workId, 'review');
    await lockWork(tx, workId);
    const known = await findComment(tx, workId, id);
    if (known) return demand(known.userId === actor.userId, 'not_found');
    demand((await countComments(tx, workId)) < MAX_COMMENTS_PER_WORK, 'too_many_comments');
    const runs = answers ? [] : await findPreviewRuns(tx, workId);
    demand(runs, 'preview_missing');
    const place = page ? pageInSet(runs, page) : null;
    demand(answers || place, 'not_found');
    const stored = await insertComment(
      tx,
      {
        ...{ id, workId, text, userId: actor.userId, answers: answers ?? null },
        ...{
          pageSet: answers ? null : (place?.set ?? null),
          pageOfSet: answers ? null : (place?.page ?? null),
        },
      },
      clock.now(),
    );
    demand(stored === 1, 'not_found');
  });
