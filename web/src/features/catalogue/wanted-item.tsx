import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/formats.ts';
import { wantedItem } from '../../product/wanted-item.ts';
import { bookQuery, packageQuery } from './api.ts';

/** Before one signs in to buy or to read: which book, and its price. Nothing on the way to elsewhere. */
export function WantedItem({ next }: { next: string | undefined }) {
  const { t, i18n } = useTranslation('accounts');
  const item = wantedItem(next);
  const book = useQuery({ ...bookQuery(null, item?.id ?? ''), enabled: item?.mode === 'book' }).data;
  const bundle = useQuery({ ...packageQuery(null, item?.id ?? ''), enabled: item?.mode === 'package' }).data;
  const wanted = book
    ? { title: book.title, price: book.price }
    : bundle && { title: bundle.name, price: bundle.price };
  if (!wanted) return null;
  if (item?.act === 'read') return t('signIn.toRead', { title: wanted.title });
  return (
    <>
      {wanted.price > 0
        ? t('signIn.toBuy', { title: wanted.title, price: formatMoney(wanted.price, i18n.language) })
        : t('signIn.toGet', { title: wanted.title })}
    </>
  );
}
