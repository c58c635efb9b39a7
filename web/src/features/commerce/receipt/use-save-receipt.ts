import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Invoice } from '@vesalius/contract/commerce-payment';
import { useTranslation } from 'react-i18next';
import { actErrorText } from '../../../lib/error-text.ts';
import { notifyError } from '../../../ui/notify.ts';
import { loadInvoice } from './load-invoice.ts';

/** Saves a receipt as a PDF. `load` differs between its buyer and staff. What draws it loads with the first press. */
export function useSaveReceipt(load: () => Promise<Invoice>) {
  const { t, i18n } = useTranslation('commerce');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const [invoice, { saveReceipt }] = await Promise.all([
        loadInvoice(queryClient, load(), i18n.language),
        import('./save-receipt.ts'),
      ]);
      await saveReceipt(invoice, t, i18n.language);
    },
    onError: async (error) => notifyError(await actErrorText(error, i18n.language, t('payments.saveFailed'))),
  });
}
