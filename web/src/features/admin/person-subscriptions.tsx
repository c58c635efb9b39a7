import { Button, Group, Modal, NumberInput, Stack, Text, Title } from '@mantine/core';
import type { Person } from '@vesalius/contract/admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { SearchSelect } from '../../ui/search-choice.tsx';
import classes from './admin.module.css';
import { adminApi, productChoices } from './api.ts';
import { MoveEnd } from './move-end.tsx';
import { useAct } from './use-act.ts';

type Subscription = Person['subscriptions'][number];

export function PersonSubscriptions({ person }: { person: Person }) {
  const { t, i18n } = useTranslation('admin');
  const [extending, setExtending] = useState<Subscription | null>(null);
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {t('subscription.title')}
        </Title>
        <GrantSubscription personId={person.id} />
      </Group>
      {person.subscriptions.length === 0 ? (
        <Text c="dimmed">{t('subscription.none')}</Text>
      ) : (
        <table className={`${classes.table} ${classes.stacked}`}>
          <thead>
            <tr>
              <th>{t('subscription.of')}</th>
              <th>{t('subscription.paid')}</th>
              <th>{t('subscription.until')}</th>
              <th>
                <span className="visually-hidden">{t('subscription.extend')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {person.subscriptions.map((subscription) => (
              <tr key={subscription.id}>
                <td>
                  <bdi>{subscription.title}</bdi>
                </td>
                <td>{t(`gateway.${subscription.gateway}`)}</td>
                <td>
                  {formatDate(subscription.ends_at, i18n.language)}
                  <small>
                    {t(
                      !subscription.is_active
                        ? 'subscription.over'
                        : subscription.renews
                          ? 'subscription.renews'
                          : 'subscription.ends',
                    )}
                  </small>
                </td>
                <td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t('subscription.extend')}: ${subscription.title}`}
                    onClick={() => setExtending(subscription)}
                  >
                    {t('subscription.extend')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {extending && <MoveEnd subscription={extending} onClose={() => setExtending(null)} />}
    </section>
  );
}

function GrantSubscription({ personId }: { personId: string }) {
  const { t } = useTranslation('admin');
  const [open, setOpen] = useState(false);
  const [product, setProduct] = useState<string | null>(null);
  const [months, setMonths] = useState<number | string>(12);
  const close = () => {
    setOpen(false);
    setProduct(null);
  };
  const grant = useAct(() => {
    const [kind, id] = product?.split(':') ?? [];
    const target = kind === 'package' ? { package_id: id } : { book_id: id };
    return adminApi.grantSubscription({
      params: { id: personId },
      body: { ...target, months: Number(months) } as never,
    });
  }, close);
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
              onChange={setProduct}
            />
            <NumberInput
              label={t('subscription.months')}
              min={1}
              max={120}
              value={months}
              onChange={setMonths}
              allowDecimal={false}
            />
            <Button type="submit" loading={grant.isPending} disabled={!product || Number(months) < 1}>
              {t('subscription.grant')}
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
