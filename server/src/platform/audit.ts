import type { AuditAction } from '@vesalius/contract/audit-actions';
import { sql } from 'kysely';
import { jsonb, type Tx } from './database/database.ts';
import { newId } from './ids.ts';

export interface AuditRecord {
  /** Null: the product itself, or a provider. */
  readonly actorId: string | null;
  readonly action: AuditAction;
  readonly subjectType: string;
  readonly subjectId: string;
  /** What it was and what it became. No secrets: the log is read by all staff, and kept. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Who changed what, when: roles, access, prices, answer keys, grades, refunds. It takes a transaction and not a
 * connection, because the record stands exactly if the change does.
 */
export async function recordAudit(
  tx: Tx,
  { actorId, action, subjectType, subjectId, detail = {} }: AuditRecord,
  now: Date,
): Promise<void> {
  await sql`insert into audit_log (id, actor_id, action, subject_type, subject_id, detail, created_at)
    values (${newId()}, ${actorId}, ${action}, ${subjectType}, ${subjectId}, ${jsonb(detail)}, ${now})`.execute(
    tx,
  );
}

/** The act stays; what it said of a person goes with the person. */
export async function forgetAuditDetail(
  tx: Tx,
  { action, subjectId }: Pick<AuditRecord, 'action' | 'subjectId'>,
): Promise<void> {
  await sql`update audit_log set detail = '{}' where action = ${action} and subject_id = ${subjectId}`.execute(
    tx,
  );
}
