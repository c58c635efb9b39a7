import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ApprovalAlert } from './approval-alert.tsx';
import type { BookToBuy } from './book-to-buy.ts';

/** Replaces the forms: the book was withdrawn or replaced by a newer edition, to which its page links. */
export function NotSold({ item, title, paypal }: { item: BookToBuy; title: string; paypal: string | null }) {
  const { t } = useTranslation('commerce');
  return (
    <Stack gap="md" align="flex-start">
      <Title order={1} size="h2">
        {t('checkout.title')}
      </Title>
      <ApprovalAlert paypal={paypal} />
      <Alert variant="light" color="petrol" title={<bdi>{title}</bdi>}>
        <Text>{t('checkout.notSold')}</Text>
        {item.mode === 'book' ? (
          <Anchor component={Link} to={paths.bookProfile.to(item.id)} underline="always">
            {t('checkout.toBook')}
          </Anchor>
        ) : (
          <Anchor component={Link} to={paths.books.to()} underline="always">
            {t('checkout.toBooks')}
          </Anchor>
        )}
      </Alert>
    </Stack>
  );
}
