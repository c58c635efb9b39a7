import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/formats.ts';
import { useSession } from '../../lib/session.ts';
import { wantedItem } from '../../product/wanted-item.ts';
import { bookQuery, packageQuery } from './api.ts';
import classes from './wanted-item.module.css';

/** Before one signs in to buy or to read: the cover, which book, and its price. Nothing on the way to elsewhere. */
export function WantedItem({ next }: { next: string | undefined }) {
  const { t, i18n } = useTranslation('accounts');
  const item = wantedItem(next);
  // Registered, and waiting for the verification.
  const session = useSession();
  const book = useQuery({ ...bookQuery(session, item?.id ?? ''), enabled: item?.mode === 'book' }).data;
  const bundle = useQuery({
    ...packageQuery(session, item?.id ?? ''),
    enabled: item?.mode === 'package',
  }).data;
  const wanted = book
    ? { title: book.title, price: book.price, image: book.cover_photo }
    : bundle && { title: bundle.name, price: bundle.price, image: bundle.image_url };
  if (!item || !wanted) return null;
  const { title, price, image } = wanted;
  const reason =
    item.act === 'read'
      ? t('signIn.toRead', { title })
      : price > 0
        ? t('signIn.toBuy', { title, price: formatMoney(price, i18n.language) })
        : t('signIn.toGet', { title });
  return (
    <div className={classes.wanted}>
      {image && <img src={image} alt="" width={56} height={84} />}
      <p>{reason}</p>
    </div>
  );
}
