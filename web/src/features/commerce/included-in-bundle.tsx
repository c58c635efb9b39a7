import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import type { Checkout as CheckoutData } from '@vesalius/contract/commerce-payment';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { OpenHeldBook } from './already-held.tsx';
import { ApprovalAlert } from './approval-alert.tsx';
import type { BookToBuy } from './book-to-buy.ts';

/** Replaces the forms: a book that the reader has in a bundle is not sold. */
export function IncludedInBundle({
  item,
  bundle,
  checkout,
  paypal,
}: {
  item: BookToBuy;
  bundle: NonNullable<CheckoutData['included_in']>;
  checkout: CheckoutData;
  paypal: string | null;
}) {
  const { t, i18n } = useTranslation('commerce');
  const date = formatDate(bundle.subscription_end_date, i18n.language);
  const held = item.mode === 'book' && checkout.held_books[0];
  return (
    <Stack gap="md" align="flex-start">
      <Title order={1} size="h2">
        {t('checkout.title')}
      </Title>
      <ApprovalAlert paypal={paypal} />
      <Alert variant="light" color="petrol" title={<bdi>{checkout.title}</bdi>}>
        <Text>{t('checkout.includedIn', { bundle: bundle.title, date })}</Text>
        <Anchor component={Link} to={paths.packageProfile.to(bundle.id)} underline="always">
          {t('checkout.toBundle')}
        </Anchor>
      </Alert>
      {held && <OpenHeldBook held={held} />}
    </Stack>
  );
}

/** The reader's bundle ends: the purchase starts from its end. */
export function BeginsAfterBundle({ bundle }: { bundle: CheckoutData['begins_after'] }) {
  const { t, i18n } = useTranslation('commerce');
  if (!bundle) return null;
  const date = formatDate(bundle.subscription_end_date, i18n.language);
  return (
    <Alert variant="light" color="petrol" role="note">
      {t('checkout.beginsAfter', { bundle: bundle.title, date })}
    </Alert>
  );
}
