import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { EmptyState } from '../ui/states.tsx';

export const isNotSubscribed = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'not_subscribed';

/** Shown at the address of a part of a book that the user has no access to. Without a book it has no link. */
export function NotSubscribed({ bookId }: { bookId?: string | undefined }) {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      title={t('guard.notSubscribed')}
      hint={t('guard.notSubscribedHint')}
      action={
        bookId && (
          <Button component={Link} to={paths.bookProfile.to(bookId)} mt="sm">
            {t('guard.toBook')}
          </Button>
        )
      }
    />
  );
}
