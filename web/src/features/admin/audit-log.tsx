import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@vesalius/contract/admin';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { AUDIT_ACTIONS } from '@vesalius/contract/audit-actions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { ChoiceFilter, DaysFilter, ListBar, SaveCsv } from '../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { SearchSelect } from '../../ui/search-choice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './admin.module.css';
import { auditOptions, personChoices } from './api.ts';
import { type AuditLine, useAuditLines } from './audit-lines.ts';

const isAuditAction = (action: string) => AUDIT_ACTIONS.find((each) => each === action);

/** The complete audit log, with filters for the kind of change, the person and the period, also as a file. */
export function WholeAuditLog() {
  const { t } = useTranslation('admin');
  const { filters, change } = useAddressFilters(['action', 'person', 'from', 'to']);
  const wish = {
    ...(filters.action ? { action: filters.action } : {}),
    ...(filters.person ? { person_id: filters.person } : {}),
    ...(filters.from ? { from: filters.from } : {}),
    ...(filters.to ? { to: filters.to } : {}),
  };
  return (
    <>
      <ListBar>
        <ChoiceFilter
          label={t('audit.action')}
          any={t('audit.anyAction')}
          choices={AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) }))}
          value={filters.action}
          onChange={(action) => change({ action })}
        />
        <SearchSelect
          label={t('audit.person')}
          placeholder={t('audit.anyPerson')}
          clearLabel={t('audit.anyPerson')}
          source={personChoices}
          value={filters.person || null}
          onChange={(person) => change({ person })}
        />
        <DaysFilter from={filters.from} to={filters.to} onChange={change} />
        <SaveCsv call={adminCalls.downloadAuditLog} query={wish} name="audit-log.csv" />
      </ListBar>
      <AuditLog wish={wish} />
    </>
  );
}

/** The audit log, complete or of one person, institution or certificate. */
export function AuditLog({
  subjectId,
  personId,
  wish = {},
}: {
  subjectId?: string;
  /** Also what the person did, and what was done to purchases and certificates. */
  personId?: string;
  wish?: {
    readonly action?: string;
    readonly person_id?: string;
    readonly from?: string;
    readonly to?: string;
  };
}) {
  const { t, i18n } = useTranslation('admin');
  const { page, addressOf } = useAddressFilters([], (subjectId ?? personId) ? 'log_page' : 'page');
  const query = useQuery(
    auditOptions({
      page,
      ...(subjectId ? { subject_id: subjectId } : {}),
      ...(personId ? { person_id: personId } : {}),
      ...wish,
    }),
  );
  const columns: Column<AuditEntry>[] = [
    {
      key: 'when',
      label: t('audit.when'),
      cell: ({ created_at }) => formatDateTime(created_at, i18n.language),
    },
    {
      key: 'who',
      label: t('audit.who'),
      cell: ({ actor_name }) => <bdi>{actor_name ?? t('audit.theProduct')}</bdi>,
    },
    { key: 'what', label: t('audit.what'), cell: (entry) => <What entry={entry} /> },
    ...(subjectId && !query.data?.data.some((entry) => entry.subject_id !== subjectId)
      ? []
      : [{ key: 'whom', label: t('audit.whom'), cell: (entry: AuditEntry) => <Subject entry={entry} /> }]),
  ];
  return (
    <RecordList
      label={t('tab.audit')}
      query={query}
      columns={columns}
      keyOf={({ id }) => id}
      addressOf={addressOf}
      empty={<EmptyState title={t(Object.keys(wish).length > 0 ? 'audit.noMatch' : 'audit.none')} />}
    />
  );
}

/** The page of a changed record, for kinds of records that have one. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  user: paths.adminPerson.to,
  institution: paths.adminInstitution.to,
  book: paths.adminBook.to,
  package: paths.adminPackage.to,
  program: paths.adminProgram.to,
  publisher: paths.adminPublisher.to,
  certificate: paths.adminCertificate.to,
  payment: (id) => `${paths.adminPayments.to()}?search_term=${id}`,
};
const SUBJECTS = [
  'user',
  'institution',
  'certificate',
  'payment',
  'job',
  'book',
  'work',
  'package',
  'program',
  'publisher',
  'clock',
] as const;

function Subject({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin');
  const { subject_type: type, subject_id: id } = entry;
  const known = SUBJECTS.find((each) => each === type);
  const isNumber = type === 'certificate';
  const name = entry.subject_name ?? (isNumber ? id : known ? t(`audit.subjects.${known}`) : '–');
  const text = <bdi {...(isNumber ? { dir: 'ltr' } : {})}>{name}</bdi>;
  const screen = Object.hasOwn(SCREENS, type) ? SCREENS[type] : undefined;
  return screen ? <Link to={screen(id)}>{text}</Link> : text;
}

function What({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin');
  const lines = useAuditLines(entry);
  const action = isAuditAction(entry.action);
  return (
    <>
      <bdi>{action ? t(`audit.actions.${action}`) : entry.action}</bdi>
      {lines.length > 0 && (
        <ul className={classes.details}>
          {lines.map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </ul>
      )}
    </>
  );
}

function Line({ line: { name, before, after } }: { line: AuditLine }) {
  const { t } = useTranslation('admin');
  return (
    <li>
      {name && (
        <span className={classes.detailName}>
          <bdi>{name}</bdi>
        </span>
      )}
      {before !== null && (
        <>
          <del>
            <bdi>{before}</bdi>
          </del>
          <VisuallyHidden>{t('audit.became')}</VisuallyHidden>
        </>
      )}
      <bdi>{after}</bdi>
    </li>
  );
}
