import { Anchor, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { DemoDoors } from '../features/accounts/demo-doors.tsx';
import { Entrance } from '../features/accounts/entrance.tsx';
import { GoogleSignIn } from '../features/accounts/google-sign-in.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { WantedItem } from '../features/catalogue/wanted-item.tsx';
import { takeLeftPage } from '../lib/left-page.ts';
import { paths } from '../lib/paths.ts';
import { safeNext } from '../lib/safe-next.ts';
import { wantedItem } from '../product/wanted-item.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** `/SignIn`: then redirects to the requested page. */
export default function SignInPage() {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const next = search.get('next') ?? undefined;
  const enter = () => void navigate(takeLeftPage() ?? safeNext(next), { replace: true });
  return (
    <>
      <PageTitle>{t('signIn.title')}</PageTitle>
      <Entrance title={t('signIn.title')}>
        <WantedItem next={next} />
        {wantedItem(next)?.act === 'buy' && (
          <Button component={Link} to={paths.registration.to(next)} variant="outline" fullWidth mb="lg">
            {t('signIn.newHere')}
          </Button>
        )}
        <SignInForm
          next={next}
          before={(remember) => <GoogleSignIn next={next} remember={remember} />}
          onSignedIn={enter}
        />
        <DemoDoors onSignedIn={enter} />
        <Text size="sm" c="dimmed" ta="center" mt="lg">
          {t('signIn.needHelp')}{' '}
          <Anchor component={Link} to={paths.contact.to()} size="sm" underline="always">
            {t('signIn.contact')}
          </Anchor>
        </Text>
      </Entrance>
    </>
  );
}
