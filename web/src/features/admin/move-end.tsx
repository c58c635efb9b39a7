import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Person } from '@vesalius/contract/admin-people';
import { EARLIEST_YEAR } from '@vesalius/contract/constants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayEnd, dayOf } from '../../lib/days.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { notifyError } from '../../ui/notify.ts';
import { useAct } from '../../ui/use-act.ts';
import { adminApi } from './api.ts';

type Subscription = Person['subscriptions'][number];

/** A date in the past by any clock. */
const END_NOW = new Date(Date.UTC(EARLIEST_YEAR, 0, 1)).toISOString();

/** Sets a new end: first shows its consequences from the server, then makes the change, which can be undone. */
export function MoveEnd({
  subscription,
  personName,
  onClose,
}: {
  subscription: Subscription;
  personName: string;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('admin');
  const errors = useFieldErrors();
  useReturnsFocus();
  const [day, setDay] = useState(dayOf(subscription.ends_at));
  const [planned, setPlanned] = useState<{ endsAt: string; after: Subscription } | null>(null);
  const move = (endsAt: string, preview: boolean) =>
    adminApi.extendSubscription({ params: { id: subscription.id }, body: { ends_at: endsAt, preview } });
  const preview = useMutation({
    mutationFn: async (endsAt: string) => setPlanned({ endsAt, after: await move(endsAt, true) }),
    onError: async (error) => {
      if (!errors.fromServer(error)?.ends_at) notifyError(await errorText(error, i18n.language));
    },
  });
  const takeBack = useAct(() => move(subscription.ends_at, false), t('subscription.tookBack'));
  // PayPal's renewal cannot be restored, and an ended subscription is not restored by setting its old end.
  const canTakeBack = subscription.is_active && !(subscription.gateway === 'paypal' && subscription.renews);
  const save = useAct(() => move(planned?.endsAt ?? '', false), t('subscription.moved'), {
    done: onClose,
    undo: canTakeBack ? { label: t('subscription.takeBack'), run: () => takeBack.mutate() } : undefined,
  });
  const date = (iso: string) => formatDate(iso, i18n.language);
  const after = planned?.after;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('subscription.endOf', { title: subscription.title, name: personName })}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      {after ? (
        <Stack gap="md">
          <Text role="status">
            {after.is_active
              ? t('subscription.willEnd', { date: date(after.ends_at) })
              : t('subscription.willEndNow')}{' '}
            {after.renewal_held
              ? t('subscription.willBeHeld')
              : after.renews && after.renews_at
                ? t('subscription.willRenew', {
                    date: date(after.renews_at),
                    price: formatMoney(after.renewal_price, i18n.language),
                  })
                : t('subscription.willNotRenew')}
          </Text>
          {subscription.renews && !after.renews && subscription.gateway === 'paypal' && (
            <Text size="sm">{t('subscription.paypalOver')}</Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setPlanned(null)}>
              {t('subscription.back')}
            </Button>
            <Button
              {...(after.is_active ? {} : { color: 'oxblood' })}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {t(after.is_active ? 'save' : 'subscription.endNow')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            preview.mutate(dayEnd(day));
          }}
        >
          <Stack gap="md">
            <TextInput
              type="date"
              data-autofocus
              label={t('subscription.until')}
              value={day}
              error={errors.fromServer(preview.error)?.ends_at}
              onChange={(event) => setDay(event.currentTarget.value)}
              required
              withAsterisk={false}
            />
            {subscription.renews && subscription.renews_at && !subscription.renewal_held && (
              <Text size="sm">
                {subscription.gateway === 'paypal'
                  ? t('subscription.paypalDate', { date: date(subscription.renews_at) })
                  : t('subscription.cardDate')}
              </Text>
            )}
            <Group justify="flex-end">
              {subscription.is_active && (
                <ActButton
                  variant="default"
                  loading={preview.isPending}
                  onClick={() => preview.mutate(END_NOW)}
                >
                  {t('subscription.endNow')}
                </ActButton>
              )}
              <Button type="submit" loading={preview.isPending} disabled={day === ''}>
                {t('subscription.continue')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
