import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { dismissAllToasts } from '../../ui/notify.ts';
import { commerceApi, itemFields, REFUSED_AS_SHOWN } from './api.ts';
import { type BookToBuy, clearBookToBuy } from './book-to-buy.ts';

/**
 * Subscribes if there is nothing to pay, with or without a code, and then refreshes everything as a subscriber sees it.
 */
export function FreeSubscriptionButton({
  item,
  code,
  isHeld,
  onDone,
  onRefused,
  maySubscribe = () => true,
}: {
  item: BookToBuy;
  code: string | undefined;
  /** The buyer was shown that they can read it already. */
  isHeld: boolean;
  onRefused: () => void;
  onDone: () => void;
  maySubscribe?: () => boolean;
}) {
  const { t } = useTranslation('commerce');
  const [failure, setFailure] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const outcomeText = useOutcomeText();
  const subscribe = useMutation({
    mutationFn: () =>
      commerceApi.createFreeSubscription({
        body: {
          ...(code ? { promocode_name: code } : {}),
          ...(isHeld ? { despite_access: true } : {}),
          ...itemFields(item),
        },
      }),
    onMutate: () => {
      dismissAllToasts();
      setFailure(null);
    },
    onSuccess: async () => {
      clearBookToBuy();
      await queryClient.invalidateQueries();
      onDone();
    },
    onError: async (error) => {
      if (error instanceof CallError && REFUSED_AS_SHOWN.has(error.code)) onRefused();
      setFailure(await outcomeText(error));
    },
  });
  return (
    <>
      <Button size="lg" onClick={() => maySubscribe() && subscribe.mutate()} loading={subscribe.isPending}>
        {t('promo.subscribeForFree')}
      </Button>
      {failure && (
        <Text c="oxblood" size="sm" role="alert">
          {failure}
        </Text>
      )}
    </>
  );
}
