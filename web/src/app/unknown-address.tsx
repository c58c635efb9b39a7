import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { notify } from '../ui/notify.ts';

/** An unknown address leads home, with a message. */
export function UnknownAddress() {
  const { t } = useTranslation('shell');
  useEffect(() => {
    notify('info', t('unknownAddress'));
  }, [t]);
  return <Navigate to={paths.home.to()} replace />;
}
