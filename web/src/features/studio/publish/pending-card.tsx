import { Button, Loader } from '@mantine/core';
import type { PendingRelease } from '@vesalius/contract/work-releases';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { releasesApi } from './api.ts';
import { FindingList } from './check-list.tsx';
import { offsetName, timeZone } from './local-time.ts';
import { usePendingText } from './publication-state.tsx';
import classes from './publish.module.css';
import { WhatChanges } from './what-changes.tsx';

/** The release that waits or was refused, with a button to cancel it. */
export function PendingCard({
  workId,
  document,
  pending,
  version,
  revision,
  mayEdit,
  numberScheduled,
  refresh,
}: {
  workId: string;
  document: Fields;
  pending: PendingRelease;
  /** The version of the working copy. */
  version: number;
  /** The release that readers see; null: none. */
  revision: number | null;
  mayEdit: boolean;
  /** Releases that the user has scheduled on this page: the card of the last one gets the focus. */
  numberScheduled: number;
  refresh: () => Promise<unknown>;
}) {
  const { t, i18n } = useTranslation('publishing');
  const pendingText = usePendingText();
  const cancel = useAct(
    () =>
      releasesApi
        .cancelSchedule({ params: { id: workId }, query: { publish_at: pending.publish_at } })
        .finally(refresh),
    t(pending.state === 'refused' ? 'pending.dismissed' : 'pending.canceled'),
  );
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (numberScheduled > 0) card.current?.focus();
  }, [numberScheduled]);
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { state, publish_at, asked_by: by, note, restored_from: restored, findings } = pending;
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={classes.pending}
      data-state={state}
      aria-labelledby={titleId}
    >
      <h2 id={titleId}>{t('pending.label')}</h2>
      <p role="status">
        {state === 'publishing' && <Loader size="xs" aria-hidden="true" />}{' '}
        <strong>{pendingText(pending)}</strong>
        {state === 'waiting' && (
          <small>
            {t('form.zone', {
              zone: timeZone(),
              offset: offsetName(new Date(publish_at), i18n.language),
            })}
          </small>
        )}
      </p>
      {by && <p>{t('pending.by', { name: by })}</p>}
      {restored !== null && <p>{t('pending.restores', { revision: restored })}</p>}
      {pending.version !== null && pending.version < version && state === 'waiting' && (
        <p>{t('pending.behind')}</p>
      )}
      {note && <p dir="auto">{note}</p>}
      {findings.length > 0 && <FindingList workId={workId} document={document} findings={findings} />}
      {state === 'waiting' && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t('pending.whatChanges')}</summary>
          {/* The number may be that of a release that this one replaced. */}
          {isOpen && (
            <WhatChanges
              workId={workId}
              to={pending.revision}
              stamp={`${publish_at} ${pending.version} ${revision}`}
            />
          )}
        </details>
      )}
      {mayEdit && (
        <Button
          variant="default"
          size="sm"
          loading={cancel.isPending}
          onClick={() => (state === 'refused' ? cancel.mutate() : setAsking(true))}
        >
          {t(state === 'refused' ? 'pending.dismiss' : 'pending.cancel')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('pending.cancelTitle')}
          confirm={t('pending.cancel')}
          isPending={cancel.isPending}
          onConfirm={() => {
            setAsking(false);
            cancel.mutate();
          }}
          onClose={() => setAsking(false)}
        >
          {t('pending.cancelText')}
        </ConfirmDialog>
      )}
    </section>
  );
}
