import { type Fields, isFields } from '@vesalius/contract/working-copy-document';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { ProductError } from '../../../platform/errors.ts';
import { lockWork } from '../works/work-queries.ts';
import type { Finding } from '../works/work-under-check.ts';
import { countApprovals, findDemand } from './approval-queries.ts';

interface Approvals {
  readonly needed: number;
  readonly given: number;
}
interface OfVersion {
  readonly workId: string;
  readonly version: number | null;
  /** The publisher that the manifest names. */
  readonly publisher: string | null;
}

/** A release lacks approvals that its publisher demands. */
export class ApprovalsMissing extends ProductError {
  readonly finding: Finding;

  constructor(approvals: Approvals) {
    super('approvals_missing');
    this.finding = findingOf(approvals);
  }
}

/** The path links to the review. */
const findingOf = ({ needed, given }: Approvals): Finding => ({
  ...{ kind: 'mistake', path: ['approvals'], file: null },
  text: `${given} of ${needed} approvals; ask authors and editors of the book to approve this version`,
});

/** The publisher that a working copy names, if the value is valid. */
export function publisherOf({ publisher }: Fields): string | null {
  return isFields(publisher) && typeof publisher.slug === 'string' ? publisher.slug : null;
}

export const readApprovals = async (db: Db, { version, ...of }: OfVersion): Promise<Approvals> => ({
  needed: await findDemand(db, of),
  given: await countApprovals(db, { workId: of.workId, version }),
});

/** The missing approvals, as a line of the check list. */
export async function findMissingApprovals(db: Db, of: OfVersion): Promise<readonly Finding[]> {
  const approvals = await readApprovals(db, of);
  return approvals.given < approvals.needed ? [findingOf(approvals)] : [];
}

/**
 * Call it within the transaction that freezes or publishes a release. It locks the work until the transaction ends,
 * so that no approval is withdrawn in between. Throws `ApprovalsMissing`.
 */
export async function demandApprovals(
  tx: Tx,
  {
    needed,
    ...of
  }: Pick<OfVersion, 'workId' | 'version'> & {
    needed: number;
    /** Absent: the current working copy. */
    frozenRevision?: number | null;
  },
): Promise<void> {
  if (needed === 0) return;
  await lockWork(tx, of.workId);
  const given = await countApprovals(tx, of);
  if (given < needed) throw new ApprovalsMissing({ needed, given });
}
