import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Price } from '@vesalius/contract/commerce-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { formatMoney } from '../../../lib/formats.ts';
import { keysUnder } from '../../../lib/query-keys.ts';
import { FocusFirst } from '../../../ui/focus-first.tsx';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';
import { staffApi } from './api.ts';
import { priceChangePercent } from './price-change.ts';
import classes from './staff.module.css';

/** Shows the former price, the new one and the difference before the new price applies. The toast offers undo. */
export function PriceDialog({
  price,
  dollars,
  opened,
  onClose,
}: {
  price: Price;
  dollars: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('sales');
  const [isGift, setIsGift] = useState(false);
  const change = usePriceChange(price);
  const money = (value: number) => formatMoney(value, i18n.language);
  const percent = priceChangePercent(price.price, dollars);
  const submit = () => {
    change.mutate({ from: price.price, to: dollars }, { onSettled: onClose });
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('prices.confirm')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text fw={600}>
          <bdi>{price.title}</bdi>
          {price.edition && <small> {t('prices.edition', { edition: price.edition })}</small>}
        </Text>
        <Text fz="lg" className={classes.change}>
          {t('prices.fromTo', { from: money(price.price), to: money(dollars) })}{' '}
          {percent !== null && <bdi dir="ltr">({percent})</bdi>}
        </Text>
        <Text>
          {t('prices.applies')} {price.subscribers > 0 && t('prices.keep', { count: price.subscribers })}
        </Text>
        <FocusFirst>
          {dollars === 0 && (
            <Checkbox
              label={t('prices.free')}
              checked={isGift}
              onChange={(event) => setIsGift(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button loading={change.isPending} disabled={dollars === 0 && !isGift} onClick={submit}>
              {t('prices.submit')}
            </Button>
          </Group>
        </FocusFirst>
      </Stack>
    </Modal>
  );
}

interface PriceChange {
  readonly from: number;
  readonly to: number;
}

function usePriceChange({ id }: Price) {
  const { t, i18n } = useTranslation('sales');
  const queryClient = useQueryClient();
  const send = ({ from, to }: PriceChange) =>
    staffApi.updatePrice({ params: { id }, body: { price: to, previous_price: from, free: to === 0 } });
  const refresh = () => queryClient.invalidateQueries({ queryKey: keysUnder('admin') });
  const fail = async (error: unknown) => notifyError(await errorText(error, i18n.language));
  const done = (to: number) => t('prices.done', { price: formatMoney(to, i18n.language) });
  return useMutation({
    mutationFn: send,
    onSuccess: (_answer, { from, to }) =>
      notifySuccess(done(to), {
        label: t('prices.undo'),
        // Must not depend on the row, which may be unmounted by then.
        run: () =>
          void send({ from: to, to: from })
            .then(() => notifySuccess(done(from)), fail)
            .finally(() => void refresh()),
      }),
    onError: fail,
    onSettled: refresh,
  });
}
