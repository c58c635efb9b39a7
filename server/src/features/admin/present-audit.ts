import type { AuditEntry } from '@vesalius/contract/admin';
import { isUuid } from '../../platform/ids.ts';
import type { AuditRow } from './audit-queries.ts';

/** All ids in the recorded detail. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isUuid(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

/** The ids whose names a list of entries shows, without duplicates. */
export const idsOfAudit = (rows: readonly AuditRow[]): string[] => [
  ...new Set(rows.flatMap(({ subjectId, detail }) => idsIn([subjectId, detail]))),
];

/** `names` by id; an entry uses those in its own detail. */
export function presentAudit(row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry {
  const named = idsIn(row.detail).flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return {
    id: row.id,
    actor_id: row.actorId,
    actor_name: row.actorName,
    action: row.action,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_name: names.get(row.subjectId) ?? null,
    detail: row.detail,
    names: Object.fromEntries(named),
    created_at: row.createdAt.toISOString(),
  };
}
