import { Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WaitingPurchase } from '@vesalius/contract/commerce-payment';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoment } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { waitingOptions } from './api.ts';
import classes from './manage.module.css';
import { EndedWaitText } from './waiting-for-paypal.tsx';

/** Above the subscriptions: what was approved at PayPal and is none yet, or will be none. */
export function WaitingPurchases() {
  const { t, i18n } = useTranslation('commerce');
  const queryClient = useQueryClient();
  const { data } = useQuery(waitingOptions);
  const count = data?.data.filter(({ ended }) => !ended).length ?? 0;
  const counted = useRef(0);
  useEffect(() => {
    // One of them ended: it is a subscription now, or a payment that comes back.
    if (count < counted.current) void queryClient.invalidateQueries({ queryKey: keysUnder('commerce') });
    counted.current = count;
  }, [count, queryClient]);
  if (!data || data.data.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3">
        {t(count > 0 ? 'waiting.title' : 'waiting.endedTitle')}
      </Title>
      <ul className={classes.list}>
        {data.data.map((purchase) => (
          <li key={purchase.id} className={classes.waiting}>
            <h3>
              <Link
                to={
                  purchase.book_id
                    ? paths.bookProfile.to(purchase.book_id)
                    : paths.packageProfile.to(purchase.package_id ?? '')
                }
                style={{ color: 'inherit', textDecoration: 'none' }}
              >
                <bdi>{purchase.title}</bdi>
              </Link>
            </h3>
            {purchase.ended ? (
              <>
                <EndedWaitText ended={purchase.ended} />
                <Text component="p">
                  <Link to={checkoutOf(purchase)} style={{ color: 'inherit' }}>
                    {t('waiting.again')}
                  </Link>
                </Text>
              </>
            ) : (
              <>
                <p>{t('waiting.since', { time: formatMoment(purchase.waiting_since, i18n.language) })}</p>
                <Text className={classes.dimmed} component="p">
                  {t('waiting.hint')}
                </Text>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const checkoutOf = ({ book_id: bookId, package_id: packageId }: WaitingPurchase): string =>
  bookId ? paths.checkout.to('book', bookId) : paths.checkout.to('package', packageId ?? '');
