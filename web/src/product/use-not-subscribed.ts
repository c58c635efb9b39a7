import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../lib/api-client.ts';
import { notifyError } from '../ui/notify.ts';

/**
 * Guards a screen that needs a subscription: on the error `not_subscribed`, shows a message and navigates home. Pass
 * the error of the screen's main query, and render nothing while the result is true.
 */
export function useNotSubscribed(error: unknown): boolean {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const refused = error instanceof CallError && error.code === 'not_subscribed';
  useEffect(() => {
    if (!refused) return;
    notifyError(t('guard.notSubscribed'));
    void navigate('/', { replace: true });
  }, [refused, navigate, t]);
  return refused;
}
