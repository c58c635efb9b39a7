import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import classes from '../features/accounts/accounts.module.css';
import { currentUserOptions } from '../features/accounts/api.ts';
import { ChangePasswordForm } from '../features/accounts/change-password-form.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** The same screen at four addresses; the call uses the path of the user's role. */
export default function ChangePasswordPage() {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const session = useSession();
  const { data: user } = useQuery({ ...currentUserOptions, enabled: session !== null });
  if (!session) return null;
  return (
    <div className="page">
      <PageTitle>{t('changePassword.title')}</PageTitle>
      <div className={classes.narrow}>
        <Title order={1} size="h2">
          {t('changePassword.title')}
        </Title>
        <Text c="dimmed" mt="xs" mb="lg">
          {t(user?.has_password === false ? 'changePassword.none' : 'changePassword.intro')}
        </Text>
        {user?.has_password === false ? (
          <Button component={Link} to={paths.forgetPassword.to()}>
            {t('changePassword.setOne')}
          </Button>
        ) : (
          <ChangePasswordForm
            role={session.role}
            userId={session.userId}
            onDone={() => void navigate(paths.home.to())}
          />
        )}
      </div>
    </div>
  );
}
