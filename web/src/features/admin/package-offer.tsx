import { Alert, Anchor, Button, Text, Title } from '@mantine/core';
import type { CataloguePackage } from '@vesalius/contract/publishing-admin';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney, formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import classes from './admin.module.css';
import { catalogueApi } from './catalogue-api.ts';
import { isDear } from './is-dear.ts';

/** Whether the shop sells a bundle, and its price. */
export function PackageOffer({ listing, price }: { listing: CataloguePackage; price: ReactNode }) {
  const { t, i18n } = useTranslation('listings');
  const [asking, setAsking] = useState(false);
  const { id, name, is_published: isPublished, subscribers } = listing;
  const isLess = isPublished && (listing.sold_book_count < listing.book_count || isDear(listing));
  const act = isPublished ? 'withdraw' : 'publish';
  const dearness =
    isDear(listing) &&
    t('package.dearerThan', { price: formatMoney(listing.sold_books_price, i18n.language) });
  const offer = useAct(
    () =>
      isPublished
        ? catalogueApi.withdrawPackage({ params: { id } })
        : catalogueApi.publishPackage({ params: { id } }),
    t(`package.told.${act}`, { name }),
    { done: () => setAsking(false) },
  );
  return (
    <div className={classes.stack}>
      <section>
        <Title order={2} size="h3" mb="xs">
          {t('package.offer')}
        </Title>
        <Text mb="sm">
          {t(
            listing.is_sold ? 'package.isPublished' : isPublished ? 'package.notOffered' : 'package.isHidden',
          )}{' '}
          {subscribers > 0 && t('package.subscribers', { count: subscribers })}
        </Text>
        {listing.is_sold && (
          <Text mb="sm">
            <Anchor component={Link} to={paths.packageProfile.to(id)}>
              {t('package.toShop')}
            </Anchor>
          </Text>
        )}
        {isLess && (
          <Alert color="oxblood" variant="light" p="sm" mb="sm">
            {t('package.soldOf', {
              number: formatNumber(listing.sold_book_count, i18n.language),
              total: formatNumber(listing.book_count, i18n.language),
            })}{' '}
            {dearness} {!listing.is_sold && t('package.toOffer')}
          </Alert>
        )}
        <Button variant="default" onClick={() => setAsking(true)}>
          {t(`package.${act}`)}
        </Button>
      </section>
      <section>
        <Title order={2} size="h3" mb="xs">
          {t('package.price')}
        </Title>
        {price}
      </section>
      {asking && (
        <ConfirmDialog
          title={t(`package.${act}Title`, { name })}
          confirm={t(`package.${act}`)}
          isHarmless={!isPublished}
          isPending={offer.isPending}
          onConfirm={() => offer.mutate()}
          onClose={() => setAsking(false)}
        >
          {t(`package.${act}Text`)} {!isPublished && dearness}{' '}
          {isPublished && subscribers > 0 && t('package.keep', { count: subscribers })}
        </ConfirmDialog>
      )}
    </div>
  );
}
