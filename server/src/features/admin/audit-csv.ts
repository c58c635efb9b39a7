import type { Readable } from 'node:stream';
import type { AuditEntry } from '@vesalius/contract/admin';
import { csvFile } from '../../platform/csv-file.ts';
import type { Db } from '../../platform/database/database.ts';
import { type AuditFilter, findNames, listAuditLogAfter } from './audit-queries.ts';
import { idsOfAudit, presentAudit } from './present-audit.ts';

/** Ids with names are written by their names. */
const detailOf = ({ detail, names }: AuditEntry): string =>
  JSON.stringify(detail, (_key, value) => (typeof value === 'string' ? (names[value] ?? value) : value));

const COLUMNS = {
  created_at: (entry: AuditEntry) => entry.created_at,
  who: (entry: AuditEntry) => entry.actor_name,
  action: (entry: AuditEntry) => entry.action,
  subject_type: (entry: AuditEntry) => entry.subject_type,
  subject: (entry: AuditEntry) => entry.subject_name,
  subject_id: (entry: AuditEntry) => entry.subject_id,
  detail: detailOf,
};

export const auditCsv = (db: Db, filter: AuditFilter): Readable =>
  csvFile(db, COLUMNS, async (tx, after: AuditEntry | null, limit) => {
    const rows = await listAuditLogAfter(tx, filter, after, limit);
    const names = await findNames(tx, idsOfAudit(rows));
    return rows.map((row) => presentAudit(row, names));
  });
