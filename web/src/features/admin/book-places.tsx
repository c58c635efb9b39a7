import type { CatalogueBook } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import classes from './admin.module.css';

/** Links to the other screens where staff edit a book, and to its page in the shop. */
export function BookPlaces({ book: { id, state } }: { book: CatalogueBook }) {
  const { t } = useTranslation('listings');
  const isPublic = state === 'published' || state === 'withdrawn';
  const places = [
    ['desk', paths.studioWork.to(id)],
    ['publish', paths.studioPublish.to(id)],
    ...(state === 'draft' ? [] : [['price', paths.adminPrices.to()]]),
    ...(isPublic ? [['shop', paths.bookProfile.to(id)]] : []),
  ] as ['desk' | 'publish' | 'price' | 'shop', string][];
  return (
    <nav className={classes.places} aria-label={t('book.places')}>
      {places.map(([place, to]) => (
        <Link key={place} to={to}>
          {t(`book.place.${place}`)}
        </Link>
      ))}
    </nav>
  );
}
