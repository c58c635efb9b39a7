import { Alert, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import type { Person } from '@vesalius/contract/admin-people';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { formatDate } from '../../lib/formats.ts';
import { ReplacedNote } from '../../product/edition-note.tsx';
import { notifyError } from '../../ui/notify.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { type Column, RecordTable } from '../../ui/record-list.tsx';
import { SearchSelect } from '../../ui/search-choice.tsx';
import { useAct } from '../../ui/use-act.ts';
import { adminApi, productChoices } from './api.ts';
import { MoveEnd } from './move-end.tsx';

type Subscription = Person['subscriptions'][number];

export function PersonSubscriptions({ person }: { person: Person }) {
  const { t, i18n } = useTranslation('admin');
  const [extending, setExtending] = useState<Subscription | null>(null);
  const columns: Column<Subscription>[] = [
    {
      key: 'of',
      label: t('subscription.of'),
      cell: ({ title, replaced }) => (
        <>
          <bdi>{title}</bdi>
          {replaced && (
            <small>
              <ReplacedNote replaced={replaced} />
            </small>
          )}
        </>
      ),
    },
    { key: 'paid', label: t('subscription.paid'), cell: ({ gateway }) => t(`gateway.${gateway}`) },
    {
      key: 'until',
      label: t('subscription.until'),
      cell: ({ ends_at, is_active, renews, renewal_held: isHeld }) => (
        <>
          {formatDate(ends_at, i18n.language)}
          <small>
            {t(
              !is_active
                ? 'subscription.over'
                : isHeld
                  ? 'subscription.held'
                  : renews
                    ? 'subscription.renews'
                    : 'subscription.ends',
            )}
          </small>
        </>
      ),
    },
    {
      key: 'acts',
      label: t('subscription.extend'),
      isUnlabeled: true,
      cell: (subscription) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('subscription.extend')}: ${subscription.title}`}
          onClick={() => setExtending(subscription)}
        >
          {t('subscription.extend')}
        </Button>
      ),
    },
  ];
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {t('subscription.title')}
        </Title>
        <GrantSubscription person={person} />
      </Group>
      {person.subscriptions.length === 0 ? (
        <Text c="dimmed">{t('subscription.none')}</Text>
      ) : (
        <RecordTable
          label={t('subscription.title')}
          columns={columns}
          rows={person.subscriptions}
          keyOf={({ id }) => id}
        />
      )}
      {extending && (
        <MoveEnd
          subscription={extending}
          personName={person.name || person.email}
          onClose={() => setExtending(null)}
        />
      )}
    </section>
  );
}

function GrantSubscription({ person }: { person: Person }) {
  const { t } = useTranslation('admin');
  const [open, setOpen] = useState(false);
  const [product, setProduct] = useState<string | null>(null);
  const [months, setMonths] = useState<number | string>(12);
  /** The product is no longer sold: staff confirm that they grant it anyway. */
  const [isUnsold, setUnsold] = useState(false);
  const choose = (next: string | null) => {
    setProduct(next);
    setUnsold(false);
  };
  const close = () => {
    setOpen(false);
    choose(null);
  };
  const grant = useAct(
    () => {
      const [kind, id] = product?.split(':') ?? [];
      const target = kind === 'package' ? { package_id: id } : { book_id: id };
      return adminApi.grantSubscription({
        params: { id: person.id },
        body: { ...target, months: Number(months), although_not_sold: isUnsold },
      });
    },
    t('subscription.granted'),
    {
      done: close,
      complain: (error) => {
        const asks = error instanceof CallError && error.code === 'not_in_shop';
        if (asks) setUnsold(true);
        const isThere = error instanceof CallError && error.code === 'already_subscribed';
        if (isThere) notifyError(t('subscription.hasAlready', { name: person.name }));
        return asks || isThere;
      },
    },
  );
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t('subscription.grant')}
      </Button>
      <Modal
        opened={open}
        onClose={close}
        title={t('subscription.grant')}
        closeButtonProps={{ 'aria-label': t('cancel') }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            grant.mutate();
          }}
        >
          <Stack gap="md">
            <Text c="dimmed">{t('subscription.grantHint')}</Text>
            <SearchSelect
              label={t('subscription.of')}
              source={productChoices((kind) => t(`product.${kind}`))}
              value={product}
              onChange={choose}
            />
            <NumberInput
              label={t('subscription.months')}
              min={1}
              max={120}
              value={months}
              onChange={setMonths}
              allowDecimal={false}
            />
            {isUnsold && (
              <Alert color="oxblood" variant="light" role="alert" p="sm">
                {t('subscription.notInShop')}
              </Alert>
            )}
            <Button type="submit" loading={grant.isPending} disabled={!product || Number(months) < 1}>
              {t(isUnsold ? 'subscription.grantAnyway' : 'subscription.grant')}
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
