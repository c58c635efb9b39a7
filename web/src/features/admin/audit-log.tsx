import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@vesalius/contract/admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { formatDateTime } from '../../lib/formats.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import classes from './admin.module.css';
import { auditOptions } from './api.ts';
import { auditLines } from './audit-lines.ts';
import { Pager } from './pager.tsx';

/** Who changed what, when; of everything, or of one person or institution. */
export function AuditLog({ subjectId }: { subjectId?: string }) {
  const { t, i18n } = useTranslation('admin');
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(
    auditOptions({ page, ...(subjectId ? { subject_id: subjectId } : {}) }),
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
                  <bdi>{entry.action}</bdi>
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
