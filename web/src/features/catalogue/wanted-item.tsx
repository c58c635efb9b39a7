import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { bookQuery, packageQuery } from './api.ts';

/** The item that a checkout's address names, or null. */
function itemOf(next: string | undefined): { mode: 'book' | 'package'; id: string } | null {
  if (!next?.startsWith(`${paths.checkout.pattern}?`)) return null;
  const query = new URLSearchParams(next.slice(next.indexOf('?')));
  const [mode, id] = [query.get('mode'), query.get('id')];
  return (mode === 'book' || mode === 'package') && id ? { mode, id } : null;
}

/** Before one signs in to buy: what is bought, and its price. Nothing on the way to elsewhere. */
export function WantedItem({ next }: { next: string | undefined }) {
  const { t, i18n } = useTranslation('accounts');
  const item = itemOf(next);
  const book = useQuery({ ...bookQuery(null, item?.id ?? ''), enabled: item?.mode === 'book' }).data;
  const bundle = useQuery({ ...packageQuery(null, item?.id ?? ''), enabled: item?.mode === 'package' }).data;
  const wanted = book
    ? { title: book.title, price: book.price }
    : bundle && { title: bundle.name, price: bundle.price };
  if (!wanted) return null;
  return (
    <>
      {wanted.price > 0
        ? t('signIn.toBuy', { title: wanted.title, price: formatMoney(wanted.price, i18n.language) })
        : t('signIn.toGet', { title: wanted.title })}
    </>
  );
}
