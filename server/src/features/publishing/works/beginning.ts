import type { Step } from '@vesalius/contract/working-copy-merge';
import { findAuditDetail } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findReleaseRow } from '../store/release-queries.ts';
import { findFirstChange, listOwnSteps } from './operation-queries.ts';

/** The change that filled a new edition. It copied a release: nobody wrote it, and nobody can take it back. */
export interface Beginning {
  readonly changeId: string;
  readonly bookId: string;
  readonly revision: number;
}

/** Null: the work did not begin from an edition. */
export async function findBeginning(db: Db, workId: string): Promise<Beginning | null> {
  const changeId = await findFirstChange(db, workId);
  if (changeId === null) return null;
  const work = { action: 'work.create', subjectType: 'work', subjectId: workId } as const;
  const { book_id: bookId, revision } = (await findAuditDetail(db, work)) ?? {};
  return typeof bookId === 'string' && typeof revision === 'number' ? { changeId, bookId, revision } : null;
}

/** As printed; null: that release is not there any more. */
export const editionOf = async (db: Db, beginning: Beginning): Promise<string | null> =>
  (await findReleaseRow(db, beginning))?.edition ?? null;

/** The user's changes that can be undone and redone, oldest first. */
export async function listSteps(db: Db, workId: string, userId: string): Promise<Step[]> {
  const beginning = await findBeginning(db, workId);
  const steps = await listOwnSteps(db, workId, userId);
  return steps.filter(({ changeId }) => changeId !== beginning?.changeId);
}
