import { useMutation } from '@tanstack/react-query';
import type { WorkPublication } from '@vesalius/contract/work-releases';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { releasesApi } from './api.ts';
import { PublishFailure } from './publish-form.tsx';
import { WhatChanges } from './what-changes.tsx';

/** Restores an earlier release; shows first what that changes. */
export function RestoreDialog({
  workId,
  publication: { revision: current, pending },
  revision,
  refresh,
  onClose,
}: {
  workId: string;
  publication: WorkPublication;
  revision: number;
  refresh: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation('publishing');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      releasesApi.restoreRelease({ params: { id: workId, revision }, body: { over: current ?? 0 } }),
    onSuccess: onClose,
    onSettled: refresh,
  });
  return (
    <ConfirmDialog
      title={t('restore.title', { revision })}
      confirm={t('restore.confirm', { revision })}
      isHarmless
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{t('restore.effect')}</p>
      {pending?.state === 'waiting' && <p>{t('form.replaces')}</p>}
      <WhatChanges workId={workId} to={revision} stamp={String(current)} />
      <PublishFailure error={error} />
    </ConfirmDialog>
  );
}
