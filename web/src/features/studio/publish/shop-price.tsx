import type { WorkPublication } from '@vesalius/contract/work-releases';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatMoney } from '../../../lib/formats.ts';

/**
 * The price of a book in the shop, and where it was set, which decides what a price on the desk or in a folder
 * changes.
 */
export function ShopPrice({ price }: { price: NonNullable<WorkPublication['price']> }) {
  const { t, i18n } = useTranslation('publishing');
  const { set_in: where, set_by: name, set_at: at } = price;
  const isSet = where && at;
  return (
    <p>
      {t('price.now', { price: formatMoney(price.dollars, i18n.language) })}{' '}
      {isSet ? (
        <>
          {t(`price.${where}${name ? 'By' : ''}`, { name, time: formatDateTime(at, i18n.language) })}{' '}
          {t(`price.${where}Stays`)}
        </>
      ) : (
        t('price.folder')
      )}
    </p>
  );
}
