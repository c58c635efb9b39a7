import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import classes from '../features/admin/admin.module.css';
import { packageOptions } from '../features/admin/catalogue-api.ts';
import { ListingPage } from '../features/admin/listing-page.tsx';
import { PackageForm } from '../features/admin/package-form.tsx';
import { PackageOffer } from '../features/admin/package-offer.tsx';
import { PriceField } from '../features/commerce/staff/price-field.tsx';
import { paths } from '../lib/paths.ts';

/** A bundle, or a new one at `/admin/packages/new`. */
export default function AdminPackagePage() {
  const { t } = useTranslation('listings');
  const { id = 'new' } = useParams();
  const navigate = useNavigate();
  const isNew = id === 'new';
  const query = useQuery({ ...packageOptions(id), enabled: !isNew });
  return (
    <ListingPage
      title={isNew ? t('package.new') : (query.data?.name ?? t('package.title'))}
      query={query}
      fresh={
        isNew && (
          <PackageForm
            listing={null}
            onDone={(made) => void navigate(paths.adminPackage.to(made), { replace: true })}
          />
        )
      }
    >
      {(listing) => (
        <div className={classes.columns}>
          <PackageForm key={listing.id} listing={listing} onDone={() => {}} />
          <PackageOffer
            listing={listing}
            price={
              <PriceField
                key={listing.price}
                price={{
                  ...listing,
                  kind: 'package',
                  title: listing.name,
                  edition: null,
                  plans: [],
                  is_replaced: false,
                }}
              />
            }
          />
        </div>
      )}
    </ListingPage>
  );
}
