import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Subscription } from '@vesalius/contract/commerce';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { booksHeldOtherwiseQuery } from '../features/catalogue/api.ts';
import { HeldOtherwise } from '../features/catalogue/held-otherwise.tsx';
import { subscriptionsOptions, waitingOptions } from '../features/commerce/api.ts';
import classes from '../features/commerce/manage.module.css';
import { PaymentHistory } from '../features/commerce/payment-history.tsx';
import { SubscriptionCard } from '../features/commerce/subscription-card.tsx';
import { WaitingPurchases } from '../features/commerce/waiting-purchases.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { Pager } from '../ui/pager.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** `/subscription-management`: running and past subscriptions, and all payments. */
export default function SubscriptionManagementPage() {
  const { t } = useTranslation('commerce');
  const [search] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1);
  const { data, isError, error, refetch } = useQuery(subscriptionsOptions(page));
  const session = useSession();
  const otherwise = useQuery(booksHeldOtherwiseQuery(session));
  const heldOtherwise = otherwise.data ?? [];
  const waitingCount = useQuery(waitingOptions).data?.data.length ?? 0;
  const { currentPage = page, pages = 1, count } = data?.metadata ?? {};
  const running = data?.data.filter((one) => one.is_active) ?? [];
  const past = data?.data.filter((one) => !one.is_active) ?? [];
  return (
    <div className={`page ${classes.page}`}>
      <PageTitle>{t('manage.title')}</PageTitle>
      <div>
        <Title order={1} size="h2">
          {t('manage.title')}
        </Title>
        <Text c="dimmed" mt={4}>
          {t('manage.intro')}
        </Text>
      </div>
      {isError && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Stack gap="md">
          <Skeleton h={172} />
          <Skeleton h={172} />
        </Stack>
      )}
      {count === 0 && waitingCount === 0 && heldOtherwise.length === 0 && !otherwise.isLoading && (
        <EmptyState
          title={t('manage.empty')}
          hint={t('manage.emptyHint')}
          action={<Link to={paths.books.to()}>{t('manage.browse')}</Link>}
        />
      )}
      <WaitingPurchases />
      <Group title={t('manage.running')} subscriptions={running} />
      {currentPage === 1 && <HeldOtherwise books={heldOtherwise} />}
      <Group title={t('manage.past')} subscriptions={past} />
      <Pager
        page={currentPage}
        pages={pages}
        addressOf={(target) => `${paths.subscriptions.to()}?page=${target}`}
        words={{
          label: t('manage.pages'),
          previous: t('manage.previous'),
          next: t('manage.next'),
          position: t('manage.position', { page: currentPage, pages }),
        }}
      />
      {count !== 0 && !isError && <PaymentHistory isBelowAll={data !== undefined} />}
    </div>
  );
}

function Group({ title, subscriptions }: { title: string; subscriptions: readonly Subscription[] }) {
  if (subscriptions.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3">
        {title}
      </Title>
      <ul className={classes.list}>
        {subscriptions.map((subscription) => (
          <SubscriptionCard key={subscription.id} subscription={subscription} />
        ))}
      </ul>
    </section>
  );
}
