import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Price } from '@vesalius/contract/commerce-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { formatMoney } from '../../../lib/formats.ts';
import { keysUnder } from '../../../lib/query-keys.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { FocusFirst } from '../../../ui/focus-first.tsx';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';
import { useAct } from '../../../ui/use-act.ts';
import { staffApi } from './api.ts';
import { priceChangePercent } from './price-change.ts';
import classes from './staff.module.css';

/**
 * Shows the former price, the new one and the difference before the new price applies. The toast offers undo. Render it only
 * while it is open: a second click on its button would change the price again.
 */
export function PriceDialog({
  price,
  dollars,
  onClose,
}: {
  price: Price;
  dollars: number;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('sales');
  useReturnsFocus();
  const [isGift, setIsGift] = useState(false);
  const queryClient = useQueryClient();
  const money = (value: number) => formatMoney(value, i18n.language);
  const percent = priceChangePercent(price.price, dollars);
  const send = ({ from, to }: { from: number; to: number }) =>
    staffApi.updatePrice({
      params: { id: price.id },
      body: { price: to, previous_price: from, free: to === 0 },
    });
  const done = (to: number) => t('prices.done', { title: price.title, price: money(to) });
  const change = useAct(send, (_answer, { to }) => done(to), {
    ended: onClose,
    undo: {
      label: t('prices.undo'),
      // Must not depend on the row, which may be unmounted by then.
      run: () =>
        void send({ from: dollars, to: price.price })
          .then(
            () => notifySuccess(done(price.price)),
            async (error: unknown) => notifyError(await errorText(error, i18n.language)),
          )
          .finally(() => void queryClient.invalidateQueries({ queryKey: keysUnder('admin') })),
    },
  });
  const submit = () => change.mutate({ from: price.price, to: dollars });
  return (
    <Modal
      opened
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
