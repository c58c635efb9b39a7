import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../lib/api-client.ts';
import { notifyError } from '../ui/notify.ts';

/**
 * The guard of screens that need a subscription: when the server said `not_subscribed`, says so and goes home. The
 * screen passes the error of its main query and shows nothing meanwhile (true = on the way home).
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
