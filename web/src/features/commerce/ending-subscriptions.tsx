import { Alert, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import { FailedState } from '../../ui/states.tsx';
import { endingSubscriptionsOptions } from './api.ts';

/**
 * Before an account is deleted: its subscriptions, whose access and renewal end with it. `onShown` is called when they
 * are shown or cannot be loaded.
 */
export function EndingSubscriptions({ onShown }: { onShown: () => void }) {
  const { t, i18n } = useTranslation('commerce');
  const { data, isError, error, refetch } = useQuery(endingSubscriptionsOptions);
  const isShown = isError || data !== undefined;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  if (isError && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={72} />;
  const running = data.data.filter((one) => one.is_active);
  if (running.length === 0) return null;
  const date = (iso: string) => formatDate(iso, i18n.language);
  return (
    <Alert color="oxblood" variant="light" p="sm" title={t('ending.title', { count: running.length })}>
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
        </List>
        <Text size="sm">{t('ending.consequence')}</Text>
      </Stack>
    </Alert>
  );
}
