import type { Role } from '@vesalius/contract/calls';
import type { Package } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { canSubscribe } from '../../product/buyers.ts';
import { BookCover } from './book-cover.tsx';
import classes from './package-card.module.css';

const COVERS = 3;

/** A package with its books and its price for this user. */
export function PackageCard({ bundle, level = 3 }: { bundle: Package; level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const { t, i18n } = useTranslation('catalogue');
  const role = useSession()?.role ?? null;
  const to = paths.packageProfile.to(bundle.id);
  return (
    <article className={classes.card}>
      <Link to={to} className={classes.covers} tabIndex={-1} aria-hidden="true">
        {bundle.items.slice(0, COVERS).map((book) => (
          <span key={book.id} className={classes.cover}>
            <BookCover picture={book} title={book.title} sizes="(max-width: 768px) 24vw, 140px" />
          </span>
        ))}
      </Link>
      <div className={classes.facts}>
        <Heading className={classes.name}>
          <Link to={to} dir="auto">
            {bundle.name}
          </Link>
        </Heading>
        <p className={classes.contents}>{t('bundle.books', { count: bundle.items.length })}</p>
        {bundle.description && (
          <p className={classes.description} dir="auto" data-excerpt>
            {bundle.description}
          </p>
        )}
        <PackagePrice bundle={bundle} />
        <Link to={to} className={classes.action} aria-label={t('bundle.seeFor', { name: bundle.name })}>
          {t('bundle.see')}
        </Link>
        {bundle.credit > 0 && !bundle.is_subscribed && readBooks(bundle, role) < bundle.items.length && (
          <p className={classes.credit}>
            {t('bundle.credit', { credit: formatMoney(bundle.credit, i18n.language) })}
          </p>
        )}
      </div>
    </article>
  );
}

/** How many of its books a buyer can read already. Others see the price of all. */
const readBooks = (bundle: Package, role: Role | null) =>
  canSubscribe(role) ? bundle.items.filter((book) => book.has_access).length : 0;

/** The price, the price of the single books, and the savings or credit. A credit applies to the first year only. */
function PackagePrice({ bundle }: { bundle: Package }) {
  const { t, i18n } = useTranslation(['catalogue', 'shell']);
  const role = useSession()?.role ?? null;
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  if (bundle.is_subscribed) return <p className={classes.price}>{t('bundle.subscribed')}</p>;
  const read = readBooks(bundle, role);
  if (read > 0 && read === bundle.items.length)
    return <p className={classes.price}>{t('bundle.allOwned')}</p>;
  const compared = bundle.credit > 0 || bundle.cheaper_singly ? bundle.price : bundle.price_of_items;
  return (
    <p className={classes.price}>
      <strong>{bundle.price_to_pay === 0 ? t('price.free') : money(bundle.price_to_pay)}</strong>{' '}
      <span>{t(bundle.credit > 0 ? 'bundle.firstYear' : 'price.perYear')}</span>{' '}
      {compared > bundle.price_to_pay && (
        <del>
          <span className="visually-hidden">{t('bundle.insteadOf')} </span>
          {money(compared)}
        </del>
      )}
      {bundle.credit > 0 && (
        <span className={classes.later}>{t('bundle.later', { price: money(bundle.price) })}</span>
      )}
      {read > 0 && (
        <span className={classes.later}>
          {t('shell:hold.some', { count: read, of: bundle.items.length })}
        </span>
      )}
    </p>
  );
}
