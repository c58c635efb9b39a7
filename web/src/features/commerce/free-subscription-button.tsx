import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { commerceApi, itemFields } from './api.ts';
import { type BookToBuy, clearBookToBuy } from './book-to-buy.ts';

/** Subscribes where there is nothing to pay, with a code or without, then shows everything anew as a subscriber sees it. */
export function FreeSubscriptionButton({
  item,
  code,
  onDone,
}: {
  item: BookToBuy;
  code: string | undefined;
  onDone: () => void;
}) {
  const { t } = useTranslation('commerce');
  const queryClient = useQueryClient();
  const subscribe = useMutation({
    mutationFn: () =>
      commerceApi.createFreeSubscription({
        body: {
          ...(code ? { promocode_name: code } : {}),
          ...itemFields(item),
        },
      }),
    onSuccess: async () => {
      clearBookToBuy();
      await queryClient.invalidateQueries();
      onDone();
    },
  });
  return (
    <>
      <Button size="lg" onClick={() => subscribe.mutate()} loading={subscribe.isPending}>
        {t('promo.subscribeForFree')}
      </Button>
      {subscribe.isError && (
        <Text c="oxblood" size="sm" role="alert">
          {subscribe.error.message}
        </Text>
      )}
    </>
  );
}
