import { Alert, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import { FailedState } from '../../ui/states.tsx';
import { endingSubscriptionsOptions, waitingOptions } from './api.ts';

/**
 * Before an account is deleted: its subscriptions, whose access and renewal end with it. `onShown` is called when they
 * are shown or cannot be loaded.
 */
export function EndingSubscriptions({ onShown }: { onShown: () => void }) {
  const { t, i18n } = useTranslation('commerce');
  const { data, isError, error, refetch } = useQuery(endingSubscriptionsOptions);
  const waiting = useQuery(waitingOptions);
  const isShown = isError || (data !== undefined && !waiting.isPending);
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  if (isError && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data || waiting.isPending) return <Skeleton h={72} />;
  const running = data.data.filter((one) => one.is_active);
  const bought = waiting.data?.data.filter(({ ended }) => !ended) ?? [];
  if (running.length + bought.length === 0) return null;
  const count = running.length;
  const date = (iso: string) => formatDate(iso, i18n.language);
  return (
    <Alert
      color="oxblood"
      variant="light"
      p="sm"
      title={count > 0 ? t('ending.title', { count }) : t('ending.waitingTitle')}
    >
      <Stack gap="xs">
        <List size="sm">
          {running.map((one) => (
            <List.Item key={one.id}>
              <bdi>{one.book?.title ?? one.package?.name}</bdi>
              {': '}
              {one.renews_at
                ? t('ending.renews', {
                    price: formatMoney(one.renewal_price, i18n.language),
                    date: date(one.renews_at),
                    end: date(one.subscription_end_date),
                  })
                : t(one.left_shop ? 'ending.leftShop' : 'ending.until', {
                    date: date(one.subscription_end_date),
                  })}
            </List.Item>
          ))}
          {bought.map((purchase) => (
            <List.Item key={purchase.id}>
              <bdi>{purchase.title}</bdi>
              {': '}
              {t('ending.waiting')}
            </List.Item>
          ))}
        </List>
        {count > 0 && <Text size="sm">{t('ending.consequence')}</Text>}
      </Stack>
    </Alert>
  );
}
