import type { AuditEntry } from '@vesalius/contract/admin';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatMoney } from '../../lib/formats.ts';
import { ROLES } from './roles.ts';

export interface AuditLine {
  /** The recorded field. Empty if the entry is a change of one value. */
  readonly name: string;
  /** Null unless the entry has an earlier value that differs from the later one. */
  readonly before: string | null;
  readonly after: string;
}
/** A language's words for the fields and values of entries. */
export interface AuditWords {
  readonly field: (name: string) => string;
  /** Words for a value (yes, a role, an amount of money). Undefined: show the value unchanged. */
  readonly value: (name: string, value: unknown) => string | undefined;
  readonly language: string;
}

const NOTHING = '—';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The lines of an audit entry. A change (`before`, `after`) gives its changed fields, a new record all its fields. Ids
 * are shown by their names, and left out if they have none. Other values are shown unchanged.
 */
export function auditLines(
  { detail, names }: Pick<AuditEntry, 'detail' | 'names'>,
  words: AuditWords,
): AuditLine[] {
  const text = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return NOTHING;
    if (Array.isArray(value)) return value.length === 0 ? NOTHING : listed(name, value);
    if (isFields(value))
      return Object.entries(value)
        .map(([key, each]) => `${words.field(key)} ${text(key, each)}`)
        .join(', ');
    const known = words.value(name, value);
    if (known !== undefined) return known;
    if (typeof value !== 'string') return String(value);
    if (Object.hasOwn(names, value)) return names[value] as string;
    return TIMESTAMP.test(value) ? formatDateTime(value, words.language) : value;
  };
  /** Of nested records, such as regraded answers, only the number is shown. */
  const listed = (name: string, values: readonly unknown[]) =>
    values.some(isFields) ? String(values.length) : values.map((each) => text(name, each)).join(', ');
  const isUnnamed = (value: unknown) =>
    typeof value === 'string' && UUID.test(value) && !Object.hasOwn(names, value);
  const { before, after, ...rest } = detail;
  const told = Object.entries(rest)
    .filter(([, value]) => !isUnnamed(value))
    .map(([name, value]) => ({ name: words.field(name), before: null, after: text(name, value) }));
  if (before === undefined && after === undefined) return told;
  if (!isFields(after)) {
    const was = before === undefined ? null : text('', before);
    return [{ name: '', before: was, after: text('', after) }, ...told];
  }
  const earlier = isFields(before) ? before : null;
  const changed = Object.keys({ ...earlier, ...after }).flatMap((name) => {
    const was = earlier && text(name, earlier[name]);
    const is = text(name, after[name]);
    return was === is ? [] : [{ name: words.field(name), before: was === NOTHING ? null : was, after: is }];
  });
  return [...changed, ...told];
}

/** Amounts of money, by kind of entry; an entry about a price is a change of one value. */
const MONEY: Readonly<Record<string, readonly string[]>> = {
  'price.change': [''],
  'payment.refund': ['amount'],
  'package.create': ['price'],
};
const FIELDS = [
  'action',
  'added',
  'amount',
  'attempts',
  'beta',
  'book_id',
  'book_ids',
  'by',
  'contact_email',
  'required_approvals',
  'days',
  'description',
  'domains',
  'due_on',
  'email',
  'ended',
  'ends_access',
  'ends_at',
  'ends_credited',
  'first_name',
  'from',
  'image_url',
  'imprint',
  'institution_id',
  'institution_ids',
  'is_beta',
  'jobs',
  'kept',
  'kind',
  'logo_url',
  'mail_domain',
  'max_uses',
  'max_uses_per_person',
  'name',
  'owner_id',
  'package_id',
  'pages',
  'photo_url',
  'price',
  'publish_at',
  'produced_book_ids',
  'program_id',
  'program_ids',
  'reason',
  'recurs',
  'removed',
  'restored',
  'renews',
  'revision',
  'revoked_at',
  'revoked_because',
  'role',
  'role_name',
  'search_term',
  'seats',
  'second_name',
  'source',
  'starts_at',
  'state',
  'student_id',
  'student_ids',
  'subscription_id',
  'title',
  'to',
  'topic_id',
  'user_id',
  'user_name',
  'value',
  'website',
] as const;

/** Fields with a fixed set of values, which have words. */
const NAMED: readonly string[] = ['kind', 'source', 'state'];
const VALUES = [
  'active',
  'amount',
  'approved',
  'book',
  'chapter',
  'credit',
  'declined',
  'ended',
  'fixed_price',
  'hours',
  'import',
  'invitation',
  'open',
  'percentage',
  'refunded',
  'release',
  'reset',
  'revoked',
  'test',
  'valid',
  'verification',
  'welcome',
] as const;

export function useAuditLines(entry: AuditEntry): AuditLine[] {
  const { t, i18n } = useTranslation('admin');
  return auditLines(entry, {
    language: i18n.language,
    field: (name) => {
      const known = FIELDS.find((each) => each === name);
      return known ? t(`audit.fields.${known}`) : name.replaceAll('_', ' ');
    },
    value: (name, value) => {
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      if (typeof value === 'number' && MONEY[entry.action]?.includes(name))
        return formatMoney(value, i18n.language);
      if (name === 'role' || name === 'role_name') {
        if (value === 'producer') return t('producer');
        const role = ROLES.find((each) => each === value);
        return role && t(`role.${role}`);
      }
      const word = NAMED.includes(name) ? VALUES.find((each) => each === value) : undefined;
      return word && t(`audit.values.${word}`);
    },
  });
}
