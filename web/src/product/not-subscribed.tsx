import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { notify } from '../ui/notify.ts';

export const isNotSubscribed = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'not_subscribed';

/**
 * In place of a part of a book that the user has no access to: leads home with a message, as the specification has it.
 * The message leads on to the page of the book, if that is known.
 */
export function NotSubscribed({ bookId }: { bookId?: string | undefined }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  useEffect(() => {
    const action = bookId && {
      label: t('guard.toBook'),
      run: () => void navigate(paths.bookProfile.to(bookId)),
    };
    notify('error', t('guard.notSubscribed'), action ? { action } : {});
    void navigate('/', { replace: true });
  }, [bookId, navigate, t]);
  return null;
}
