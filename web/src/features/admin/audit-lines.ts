import type { AuditEntry } from '@vesalius/contract/admin';
import { formatDateTime } from '../../lib/formats.ts';

export interface AuditLine {
  /** What was recorded, by the name it has in the record. Empty when the record is a change of one value. */
  readonly name: string;
  /** Only where the record tells it, there was something, and it is another than afterwards. */
  readonly before: string | null;
  readonly after: string;
}

const NOTHING = '—';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What an entry tells, a line each. A record of a change (`before`, `after`) gives the fields that changed, one of
 * something new all that it has. Ids stand by their names, times as everywhere; nothing else is retold.
 */
export function auditLines(
  { detail, names }: Pick<AuditEntry, 'detail' | 'names'>,
  language: string,
): AuditLine[] {
  const text = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return NOTHING;
    if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map(text).join(', ');
    if (isFields(value))
      return Object.entries(value)
        .map(([name, each]) => `${spoken(name)} ${text(each)}`)
        .join(', ');
    if (typeof value !== 'string') return String(value);
    if (Object.hasOwn(names, value)) return names[value] as string;
    return TIMESTAMP.test(value) ? formatDateTime(value, language) : value;
  };
  const { before, after, ...rest } = detail;
  const told = Object.entries(rest).map(([name, value]) => ({
    name: spoken(name),
    before: null,
    after: text(value),
  }));
  if (before === undefined && after === undefined) return told;
  if (!isFields(after))
    return [{ name: '', before: before === undefined ? null : text(before), after: text(after) }, ...told];
  const earlier = isFields(before) ? before : null;
  const changed = Object.keys({ ...earlier, ...after }).flatMap((name) => {
    const was = earlier && text(earlier[name]);
    const is = text(after[name]);
    return was === is ? [] : [{ name: spoken(name), before: was === NOTHING ? null : was, after: is }];
  });
  return [...changed, ...told];
}

const spoken = (name: string): string => name.replaceAll('_', ' ');
