import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { Operation } from '@vesalius/contract/working-copy';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandWork } from '../studio/access.ts';
import { makeChanges } from '../works/change-work.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { listKnownChanges, listOperationsOfChange } from '../works/operation-queries.ts';
import { findWork } from '../works/work-queries.ts';
import { type PageComparisons, type PageMoves, readPageMoves } from './read-page-moves.ts';

export async function findPageMovesOfWork(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  workId: string,
  comparisons: PageComparisons,
): Promise<PageMoves & { version: number; pdf: string | null }> {
  await demandWork(db, actor, workId, 'review');
  const work = await findWork(db, workId);
  demand(work, 'not_found');
  const { version, manifest } = work;
  const pdf = typeof manifest.pdf === 'string' ? manifest.pdf : null;
  return { ...(await readPageMoves(db, work, comparisons)), version, pdf };
}

/**
 * Moves everything whose page is certain: one change, which can be undone. Returns how many page numbers it changed: 0
 * when somebody else has done it.
 */
export async function moveWithPages(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  { id, pdf }: { id: string; pdf: string },
  comparisons: PageComparisons,
): Promise<number> {
  const { db, clock } = deps;
  // Compares the pages before the work is locked.
  await findPageMovesOfWork(deps, actor, workId, comparisons);
  return inTransaction(db, async (tx) => {
    const work = await lockWorkFor(tx, actor, workId, 'edit');
    const [known] = await listKnownChanges(tx, workId, [id]);
    demand(!known || known.userId === actor.userId, 'invalid', { id: VALUE_MESSAGES.notAccepted });
    if (known)
      return countPages((await listOperationsOfChange(tx, workId, id)).map((made) => made.operation));
    // The actor saw what would move with the pages of this PDF.
    demand(work.manifest.pdf === pdf, 'edited_meanwhile');
    const { operations } = await readPageMoves(tx, work, comparisons);
    if (operations.length === 0) return 0;
    const change = { actor, base: work.version, changes: [{ id, operations }] };
    const [outcome] = await makeChanges(tx, work, change, clock.now());
    demand(outcome?.state === 'applied', 'invalid', { pdf: VALUE_MESSAGES.notAccepted });
    return countPages(operations);
  });
}

const countPages = (operations: readonly Operation[]): number =>
  operations.filter(({ op }) => op === 'set').length;
