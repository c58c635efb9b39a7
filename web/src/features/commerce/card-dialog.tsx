import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '@vesalius/contract/commerce';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { commerceApi } from './api.ts';
import { BillingFields, CardFields } from './card-form-fields.tsx';
import classes from './manage.module.css';
import { cardBody, FIELD_OF_CODE, useCardForm } from './use-card-form.ts';

/** Changes the card for future renewals. */
export function CardDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { t } = useTranslation('commerce');
  useReturnsFocus();
  const queryClient = useQueryClient();
  const outcomeText = useOutcomeText(keysUnder('commerce'));
  const form = useCardForm();
  const [failure, setFailure] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      commerceApi.updateSubscriptionCard({ params: { id: subscription.id }, body: cardBody(values) }),
    onMutate: () => setFailure(null),
    onSuccess: async () => {
      notifySuccess(t('newCard.done'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: keysUnder('commerce') });
    },
    onError: async (error) => {
      const text = await outcomeText(error);
      const field = error instanceof CallError ? FIELD_OF_CODE[error.code] : undefined;
      if (field) form.setFieldError(field, text);
      setFailure(text);
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('newCard.title')}
      closeButtonProps={{ 'aria-label': t('cancel.close') }}
      classNames={{ title: classes.dialogTitle }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
        <Stack gap="lg">
          <Text>{t('newCard.explanation')}</Text>
          <CardFields form={form} />
          <BillingFields form={form} />
          {failure && (
            <Alert color="oxblood" variant="light" role="alert" p="sm">
              {failure}
            </Alert>
          )}
          <Button type="submit" loading={save.isPending}>
            {t('newCard.save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
