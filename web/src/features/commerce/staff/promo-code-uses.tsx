import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PromoCodeRow, PromoCodeUse } from '@vesalius/contract/commerce-promo-codes';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatMoney } from '../../../lib/formats.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { type Column, RecordList } from '../../../ui/record-list.tsx';
import { promoUsesOptions } from './api.ts';
import { PersonCell } from './person-cell.tsx';

/** Who used a code, for which item, and at what price. */
export function PromoCodeUses({ code, onClose }: { code: PromoCodeRow; onClose: () => void }) {
  const { t, i18n } = useTranslation('sales');
  useReturnsFocus();
  const { page, addressOf, change } = useAddressFilters([], 'uses_page');
  const close = () => {
    change({});
    onClose();
  };
  const query = useQuery(promoUsesOptions(code.id, page));
  const columns: Column<PromoCodeUse>[] = [
    {
      key: 'person',
      label: t('payments.person'),
      cell: ({ person }) => <PersonCell person={person} />,
    },
    { key: 'item', label: t('payments.item'), cell: ({ title }) => <bdi>{title ?? '–'}</bdi> },
    {
      key: 'paid',
      label: t('payments.approved'),
      isFigure: true,
      cell: ({ paid, refunded }) => (
        <>
          {formatMoney(paid, i18n.language)}
          {refunded > 0 && (
            <small>{t('payments.refundedBy', { amount: formatMoney(refunded, i18n.language) })}</small>
          )}
        </>
      ),
    },
    { key: 'at', label: t('payments.date'), cell: ({ at }) => formatDateTime(at, i18n.language) },
  ];
  const title = t('promo.usesOf', { name: code.name });
  return (
    <Modal opened size="xl" onClose={close} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <RecordList
        label={title}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
      />
    </Modal>
  );
}
