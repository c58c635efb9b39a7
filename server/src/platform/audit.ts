import type { AuditAction } from '@vesalius/contract/audit-actions';
import { sql } from 'kysely';
import { type Db, jsonb, maybeOne, type Tx } from './database/database.ts';
import { newId } from './ids.ts';

export interface AuditRecord {
  /** Null = the product itself, or an external provider. */
  readonly actorId: string | null;
  readonly action: AuditAction;
  readonly subjectType: string;
  readonly subjectId: string;
  /** The old and the new state. Never a secret: all staff can read the log, and entries are kept. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Records who changed what, and when: roles, access, prices, answer keys, grades, refunds. Takes a transaction rather
 * than a connection, so that the record commits or rolls back with the change.
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

/** What was recorded of the first such action of a subject; null: nothing. */
export const findAuditDetail = async (
  db: Db,
  { action, subjectType, subjectId }: Pick<AuditRecord, 'action' | 'subjectType' | 'subjectId'>,
): Promise<Readonly<Record<string, unknown>> | null> =>
  (
    await maybeOne(
      db,
      sql<{ detail: Record<string, unknown> }>`select detail from audit_log
        where subject_type = ${subjectType} and subject_id = ${subjectId} and action = ${action}
        order by created_at limit 1`,
    )
  )?.detail ?? null;

/** Keeps the record of the action and deletes its personal detail. */
export async function forgetAuditDetail(
  tx: Tx,
  { action, subjectId }: Pick<AuditRecord, 'action' | 'subjectId'>,
): Promise<void> {
  await sql`update audit_log set detail = '{}' where action = ${action} and subject_id = ${subjectId}`.execute(
    tx,
  );
}
