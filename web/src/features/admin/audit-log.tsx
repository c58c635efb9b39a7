import { NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@vesalius/contract/admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { formatDateTime } from '../../lib/formats.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import classes from './admin.module.css';
import { auditOptions } from './api.ts';
import { AUDIT_ACTIONS, isAuditAction } from './audit-actions.ts';
import { auditLines } from './audit-lines.ts';
import { Pager } from './pager.tsx';

/** Who changed what, when. Which kind of change is looked for stands in the address. */
export function WholeAuditLog() {
  const { t } = useTranslation('admin');
  const { filters, change } = useAddressFilters(['action']);
  return (
    <>
      <div className={classes.bar}>
        <NativeSelect
          label={t('audit.action')}
          value={filters.action}
          onChange={(event) => change({ action: event.currentTarget.value })}
          data={[
            { value: '', label: t('audit.anyAction') },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) })),
          ]}
        />
      </div>
      <AuditLog key={filters.action} action={filters.action} />
    </>
  );
}

/** Of everything, or of one person, institution or certificate. */
export function AuditLog({ subjectId, action }: { subjectId?: string; action?: string }) {
  const { t, i18n } = useTranslation('admin');
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(
    auditOptions({
      page,
      ...(subjectId ? { subject_id: subjectId } : {}),
      ...(action ? { action } : {}),
    }),
  );
  if (isError) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  if (data.data.length === 0) return <EmptyState title={t('audit.none')} />;
  return (
    <>
      <div className={classes.scroll}>
        <table className={`${classes.table} ${classes.stacked}`}>
          <thead>
            <tr>
              <th>{t('audit.when')}</th>
              <th>{t('audit.who')}</th>
              <th>{t('audit.what')}</th>
              {!subjectId && <th>{t('audit.whom')}</th>}
            </tr>
          </thead>
          <tbody>
            {data.data.map((entry) => (
              <tr key={entry.id}>
                <td>{formatDateTime(entry.created_at, i18n.language)}</td>
                <td>
                  <bdi>{entry.actor_name ?? t('audit.theProduct')}</bdi>
                </td>
                <td>
                  <bdi>{isAuditAction(entry.action) ? t(`audit.actions.${entry.action}`) : entry.action}</bdi>
                  <Detail entry={entry} />
                </td>
                {!subjectId && (
                  <td>
                    <Subject entry={entry} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager metadata={data.metadata} onPage={setPage} />
    </>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  if (entry.subject_type === 'user')
    return (
      <Link to={paths.adminPerson.to(entry.subject_id)}>
        <bdi>{entry.subject_name ?? entry.subject_id}</bdi>
      </Link>
    );
  if (entry.subject_type === 'institution')
    return (
      <Link to={paths.adminInstitution.to(entry.subject_id)}>
        <bdi>{entry.subject_name ?? entry.subject_id}</bdi>
      </Link>
    );
  if (entry.subject_type === 'certificate')
    return (
      <Link to={paths.adminCertificate.to(entry.subject_id)}>
        <bdi dir="ltr">{entry.subject_id}</bdi>
      </Link>
    );
  return <bdi>{entry.subject_name ?? `${entry.subject_type} ${entry.subject_id}`}</bdi>;
}

/** As it was recorded: the log shows facts and does not retell them. */
function Detail({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('admin');
  const lines = auditLines(entry, i18n.language);
  if (lines.length === 0) return null;
  return (
    <ul className={classes.details}>
      {lines.map(({ name, before, after }) => (
        <li key={name}>
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
      ))}
    </ul>
  );
}
