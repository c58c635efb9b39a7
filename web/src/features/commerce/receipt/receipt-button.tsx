import { Button } from '@mantine/core';
import type { Invoice } from '@vesalius/contract/commerce-payment';
import { useTranslation } from 'react-i18next';
import { useSaveReceipt } from './use-save-receipt.ts';

/** The number of a receipt, which saves it. */
export function ReceiptButton({ number, load }: { number: string; load: () => Promise<Invoice> }) {
  const { t } = useTranslation('commerce');
  const save = useSaveReceipt(load);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={t('payments.download', { number })}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      <bdi dir="ltr">{number}</bdi>
    </Button>
  );
}
