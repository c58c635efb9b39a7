import { Anchor, Button } from '@mantine/core';
import type { WorkPublication } from '@vesalius/contract/work-releases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/formats.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { releasesApi } from './api.ts';
import { useReplacedText } from './publication-state.tsx';
import { EffectsOfLeaving } from './sale-effects.tsx';
import { ShopPrice } from './shop-price.tsx';

/** Whether and at what price a published book is sold, with buttons to withdraw it and to bring it back. */
export function Sale({
  workId,
  stamp,
  publication: { withdrawn_at: since, withdrawn_by: by, replaced_by: replacedBy, price },
  refresh,
}: {
  workId: string;
  stamp: string;
  publication: WorkPublication;
  refresh: () => Promise<unknown>;
}) {
  const { t, i18n } = useTranslation('publishing');
  const isStaff = useSession()?.role === 'staff';
  const [isAsking, setAsking] = useState(false);
  const act = useAct(
    () => releasesApi[since ? 'bringBackBook' : 'withdrawBook']({ params: { id: workId } }).finally(refresh),
    t(since ? 'sale.back' : 'sale.gone'),
    { done: () => setAsking(false) },
  );
  const keepOut = useAct(
    () => releasesApi.withdrawBook({ params: { id: workId } }).finally(refresh),
    t('sale.keptOut'),
  );
  const replacedText = useReplacedText();
  if (replacedBy)
    return (
      <p>
        {replacedText(replacedBy)}. {t('sale.stays')}
      </p>
    );
  const isOfStaff = by?.is_staff ?? false;
  const isLocked = isOfStaff && !isStaff;
  const who = isOfStaff ? (by?.name ? 'sale.byStaffMember' : 'sale.byStaff') : by?.name ? 'sale.by' : null;
  return (
    <>
      <p>{since ? t('sale.withdrawn', { time: formatDateTime(since, i18n.language) }) : t('sale.sold')}</p>
      {who && (
        <p>
          {t(who, { name: by?.name })}
          {isLocked && (
            <>
              {' '}
              {t('sale.onlyStaff')}{' '}
              <Anchor component={Link} to={paths.contact.to()} underline="always">
                {t('sale.ask')}
              </Anchor>
            </>
          )}
        </p>
      )}
      {price && <ShopPrice price={price} />}
      {!isLocked && (
        <Button
          variant="default"
          loading={act.isPending}
          onClick={() => (since ? act.mutate() : setAsking(true))}
        >
          {t(since ? 'sale.bringBack' : 'sale.withdraw')}
        </Button>
      )}
      {since && isStaff && !isOfStaff && (
        <Button variant="subtle" loading={keepOut.isPending} onClick={() => keepOut.mutate()}>
          {t('sale.keepOut')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('sale.title')}
          confirm={t('sale.withdraw')}
          isPending={act.isPending}
          onConfirm={() => act.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('sale.effect')}</p>
          <EffectsOfLeaving {...{ workId, stamp }} how="withdrawn" />
        </ConfirmDialog>
      )}
    </>
  );
}
