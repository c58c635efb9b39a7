import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedRelease, WorkPublication } from '@vesalius/contract/work-releases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '../../../lib/formats.ts';
import { useSession } from '../../../lib/session.ts';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { releasesOptions } from './api.ts';
import { BarDialog, LiftBarDialog } from './bar-dialogs.tsx';
import classes from './publish.module.css';
import { RestoreDialog } from './restore-dialog.tsx';
import { WhatChanges } from './what-changes.tsx';

/** The releases, newest first, each with its changes and a button to restore it. */
export function ReleasesList({
  workId,
  publication,
  mayEdit,
  refresh,
}: {
  workId: string;
  publication: WorkPublication;
  mayEdit: boolean;
  refresh: () => Promise<unknown>;
}) {
  const { t } = useTranslation('publishing');
  const [page, setPage] = useState(1);
  const [restored, setRestored] = useState<ListedRelease | null>(null);
  const [barred, setBarred] = useState<ListedRelease | null>(null);
  const isStaff = useSession()?.role === 'staff';
  const stamp = `${publication.revision}`;
  const { data, error, refetch } = useQuery(releasesOptions(workId, page, stamp));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} />;
  if (data.data.length === 0) return <EmptyState title={t('releases.none')} hint={t('releases.noneHint')} />;
  const mayRestore = mayEdit && publication.pending?.state !== 'publishing';
  return (
    <>
      <ol className={classes.releases}>
        {data.data.map((release) => (
          <li key={release.revision}>
            <ReleaseLine
              {...{ workId, release }}
              onRestore={
                mayRestore && release.can_restore && !release.is_current ? () => setRestored(release) : null
              }
              onBar={
                mayRestore && !release.is_current && (isStaff || !release.barred)
                  ? () => setBarred(release)
                  : null
              }
            />
          </li>
        ))}
      </ol>
      {data.metadata.pages > 1 && (
        <div className={classes.acts}>
          <Button variant="default" size="xs" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('releases.newer')}
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={page >= data.metadata.pages}
            onClick={() => setPage(page + 1)}
          >
            {t('releases.older')}
          </Button>
        </div>
      )}
      {barred?.barred && (
        <LiftBarDialog {...{ workId, refresh }} revision={barred.revision} onClose={() => setBarred(null)} />
      )}
      {barred && !barred.barred && (
        <BarDialog {...{ workId, refresh }} revision={barred.revision} onClose={() => setBarred(null)} />
      )}
      {restored && (
        <RestoreDialog
          {...{ workId, publication, refresh }}
          revision={restored.revision}
          onClose={() => setRestored(null)}
        />
      )}
    </>
  );
}

function ReleaseLine({
  workId,
  release,
  onRestore,
  onBar,
}: {
  workId: string;
  release: ListedRelease;
  onRestore: (() => void) | null;
  /** Bars the release, or lifts the bar. */
  onBar: (() => void) | null;
}) {
  const { t, i18n } = useTranslation('publishing');
  const [isOpen, setOpen] = useState(false);
  const { revision, published_at, published_by, note, restored_from, previous, pages, is_current, barred } =
    release;
  const compared = previous === null ? { from: 0, to: revision } : { from: previous, to: revision };
  return (
    <>
      <h3>
        {t('releases.number', { revision })} {is_current && <small>{t('releases.current')}</small>}{' '}
        {barred && <small>{t('bar.isBarred')}</small>}
      </h3>
      <p>
        {formatDateTime(published_at, i18n.language)} · <bdi>{published_by ?? t('releases.command')}</bdi> ·{' '}
        {t('changes.pageCount', { number: formatNumber(pages, i18n.language) })}
      </p>
      {restored_from !== null && <p>{t('pending.restores', { revision: restored_from })}</p>}
      {note && <p dir="auto">{note}</p>}
      {barred && (
        <p>
          {t(barred.by ? 'bar.saidBy' : 'bar.said', {
            name: barred.by,
            time: formatDateTime(barred.at, i18n.language),
          })}{' '}
          <bdi>{barred.reason}</bdi>
        </p>
      )}
      {release.can_restore && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t('releases.whatChanged')}</summary>
          {isOpen && <WhatChanges workId={workId} stamp="" {...compared} />}
        </details>
      )}
      <div className={classes.acts}>
        {onRestore && (
          <Button variant="default" size="xs" aria-label={t('restore.act', { revision })} onClick={onRestore}>
            {t('restore.short')}
          </Button>
        )}
        {onBar && (
          <Button
            variant="default"
            size="xs"
            aria-label={t(barred ? 'bar.liftAct' : 'bar.act', { revision })}
            onClick={onBar}
          >
            {t(barred ? 'bar.liftShort' : 'bar.short')}
          </Button>
        )}
      </div>
    </>
  );
}
