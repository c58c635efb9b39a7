import { Button } from '@mantine/core';
import type { WorkPublication } from '@vesalius/contract/work-releases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { releasesApi } from './api.ts';

/** Whether a published book is sold, and the way out of the shop and back. */
export function Sale({
  workId,
  publication: { withdrawn_at: since },
  refresh,
}: {
  workId: string;
  publication: WorkPublication;
  refresh: () => Promise<unknown>;
}) {
  const { t, i18n } = useTranslation('publishing');
  const [isAsking, setAsking] = useState(false);
  const act = useAct(
    () => releasesApi[since ? 'bringBackBook' : 'withdrawBook']({ params: { id: workId } }).finally(refresh),
    t(since ? 'sale.back' : 'sale.gone'),
    { done: () => setAsking(false) },
  );
  return (
    <>
      <p>{since ? t('sale.withdrawn', { time: formatDateTime(since, i18n.language) }) : t('sale.sold')}</p>
      <Button
        variant="default"
        loading={act.isPending}
        onClick={() => (since ? act.mutate() : setAsking(true))}
      >
        {t(since ? 'sale.bringBack' : 'sale.withdraw')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('sale.title')}
          confirm={t('sale.withdraw')}
          isPending={act.isPending}
          onConfirm={() => act.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('sale.effect')}
        </ConfirmDialog>
      )}
    </>
  );
}
