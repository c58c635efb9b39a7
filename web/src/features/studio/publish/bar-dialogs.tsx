import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { OWN_DIRECTION } from '../../../ui/own-direction.ts';
import { releasesApi } from './api.ts';
import { PublishFailure } from './publish-form.tsx';

interface Props {
  workId: string;
  revision: number;
  refresh: () => Promise<unknown>;
  onClose: () => void;
}

const MAX_REASON_LENGTH = 500;

/** Bars a release from being published again; asks why. */
export function BarDialog({ workId, revision, refresh, onClose }: Props) {
  const { t } = useTranslation('publishing');
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      releasesApi.barRelease({ params: { id: workId, revision }, body: { reason: reason.trim() } }),
    onSuccess: onClose,
    onSettled: refresh,
  });
  return (
    <ConfirmDialog
      title={t('bar.title', { revision })}
      confirm={t('bar.confirm', { revision })}
      isPending={isPending}
      onConfirm={() => (reason.trim() ? mutate() : setAsked(true))}
      onClose={onClose}
    >
      <p>{t('bar.effect')}</p>
      <Textarea
        label={t('bar.reason')}
        description={t('bar.reasonHint')}
        error={isAsked && !reason.trim() && t('bar.reasonMissing')}
        attributes={OWN_DIRECTION}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <PublishFailure error={error} />
    </ConfirmDialog>
  );
}

/** Allows a barred release to be published again. For staff. */
export function LiftBarDialog({ workId, revision, refresh, onClose }: Props) {
  const { t } = useTranslation('publishing');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => releasesApi.liftBar({ params: { id: workId, revision } }),
    onSuccess: onClose,
    onSettled: refresh,
  });
  return (
    <ConfirmDialog
      title={t('bar.liftTitle', { revision })}
      confirm={t('bar.liftConfirm')}
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{t('bar.liftEffect')}</p>
      <PublishFailure error={error} />
    </ConfirmDialog>
  );
}
