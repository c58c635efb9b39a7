import type { AuditAction } from '@vesalius/contract/audit-actions';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Actor } from '../../accounts/actor.ts';

type ReviewAction = Extract<
  AuditAction,
  'work.approve' | 'work.withdraw-approval' | 'work.ask-changes' | 'work.withdraw-changes'
>;

export const auditReview = (
  tx: Tx,
  actor: Actor,
  action: ReviewAction,
  { workId, detail = {} }: { workId: string; detail?: Readonly<Record<string, unknown>> },
  now: Date,
): Promise<void> =>
  recordAudit(tx, { actorId: actor.userId, action, subjectType: 'book', subjectId: workId, detail }, now);
