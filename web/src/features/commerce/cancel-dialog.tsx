import { Alert, Button, Chip, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '@vesalius/contract/commerce';
import { UNSUBSCRIBE_REASON_MAX_LENGTH, UNSUBSCRIBE_REASON_MIN_LENGTH } from '@vesalius/contract/constants';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { commerceApi } from './api.ts';
import classes from './manage.module.css';

const READY = ['finished', 'price', 'time', 'other'] as const;
const MIN = UNSUBSCRIBE_REASON_MIN_LENGTH;
const MAX = UNSUBSCRIBE_REASON_MAX_LENGTH;

/** Cancels the renewal with a reason: predefined, or written in 3 to 70 characters. */
export function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { t, i18n } = useTranslation('commerce');
  useReturnsFocus();
  const queryClient = useQueryClient();
  const outcomeText = useOutcomeText();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const length = reason.trim().length;
  const tooLong = length > MAX;
  const cancel = useMutation({
    mutationFn: () =>
      commerceApi.updateBookSubscription({
        params: { id: subscription.id },
        body: { cancellation_reason: reason.trim() },
      }),
    onSuccess: async () => {
      notifySuccess(t('cancel.done'));
      onClose();
      await queryClient.invalidateQueries();
    },
    onError: async (error) => setFailure(await outcomeText(error)),
  });
  // The answer was lost, and the list that was fetched anew says what became of it.
  const isDoneAfterAll = failure !== null && !subscription.renews;
  useEffect(() => {
    if (!isDoneAfterAll) return;
    notifySuccess(t('cancel.done'));
    onClose();
  }, [isDoneAfterAll, onClose, t]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('cancel.title')}
      closeButtonProps={{ 'aria-label': t('cancel.close') }}
      classNames={{ title: classes.dialogTitle }}
    >
      <Stack gap="md">
        <Text>
          {t('cancel.explanation', {
            date: formatDate(subscription.subscription_end_date, i18n.language),
          })}{' '}
          {subscription.gateway === 'paypal' && t('cancel.paypalNote')}
        </Text>
        <Chip.Group
          value={READY.find((key) => t(`cancel.reasons.${key}`) === reason) ?? null}
          onChange={(key) => setReason(t(`cancel.reasons.${key as (typeof READY)[number]}`))}
        >
          <Group gap={8} role="group" aria-label={t('cancel.ready')}>
            {READY.map((key) => (
              <Chip key={key} value={key} size="sm" variant="outline">
                {t(`cancel.reasons.${key}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <div>
          <Textarea
            label={t('cancel.reason')}
            description={t('cancel.required', { min: MIN, max: MAX })}
            required
            withAsterisk={false}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            autosize
            minRows={2}
            error={tooLong ? t('cancel.tooLong', { max: MAX }) : undefined}
            data-autofocus
          />
          <Text size="sm" mt={4} c={tooLong ? 'var(--mantine-color-error)' : 'dimmed'} aria-live="polite">
            {t('cancel.count', { count: length, max: MAX })}
          </Text>
        </div>
        {failure && (
          <Alert color="oxblood" variant="light" role="alert" p="sm">
            {failure}
          </Alert>
        )}
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel.keep')}
          </Button>
          <Button
            color="oxblood"
            disabled={length < MIN || tooLong}
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t('cancel.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
