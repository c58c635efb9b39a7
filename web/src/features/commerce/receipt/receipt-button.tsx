import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Invoice } from '@vesalius/contract/commerce-payment';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../../lib/error-text.ts';
import { notifyError } from '../../../ui/notify.ts';
import { loadInvoice } from './load-invoice.ts';
import { saveReceipt } from './save-receipt.ts';

/** Saves a receipt as a PDF. `load` differs between its buyer and staff. */
export function ReceiptButton({ number, load }: { number: string; load: () => Promise<Invoice> }) {
  const { t, i18n } = useTranslation('commerce');
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async () =>
      saveReceipt(await loadInvoice(queryClient, load(), i18n.language), t, i18n.language),
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('payments.saveFailed'))),
  });
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
