import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from './accounts.module.css';
import { signInOptionsOptions } from './api.ts';
import { beginGoogle } from './google-request.ts';

/** "Continue with Google" and the divider below it. Renders nothing if Google sign-in is not configured. */
export function GoogleSignIn({ next, remember }: { next: string | undefined; remember: boolean }) {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(signInOptionsOptions);
  if (!data?.google) return null;
  return (
    <>
      <GoogleButton next={next} remember={remember} />
      <div className={classes.or}>{t('google.or')}</div>
    </>
  );
}

/** Redirects to Google, which returns to `next`. */
export function GoogleButton({ next, remember }: { next: string | undefined; remember: boolean }) {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(signInOptionsOptions);
  if (!data?.google) return null;
  const { google } = data;
  return (
    <>
      <Button variant="default" fullWidth onClick={() => beginGoogle(google, { next, remember })}>
        {t('google.continue')}
      </Button>
      {google.test_mode && <p className={classes.testMode}>{t('google.testMode')}</p>}
    </>
  );
}
