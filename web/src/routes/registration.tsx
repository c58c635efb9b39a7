import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { Entrance } from '../features/accounts/entrance.tsx';
import { GoogleSignIn } from '../features/accounts/google-sign-in.tsx';
import { RegisterForm } from '../features/accounts/register-form.tsx';
import { WantedItem } from '../features/catalogue/wanted-item.tsx';
import { paths } from '../lib/paths.ts';
import { safeNext } from '../lib/safe-next.ts';
import { PageTitle } from '../ui/page-title.tsx';

export default function RegistrationPage() {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const next = search.get('next') ?? undefined;
  return (
    <>
      <PageTitle>{t('register.title')}</PageTitle>
      <Entrance title={t('register.title')} intro={t('register.intro')}>
        <WantedItem next={next} />
        <RegisterForm
          next={next}
          before={(remember) => <GoogleSignIn next={next} remember={remember} />}
          onRegistered={() => void navigate(paths.missingVerification.to(safeNext(next)), { replace: true })}
        />
      </Entrance>
    </>
  );
}
