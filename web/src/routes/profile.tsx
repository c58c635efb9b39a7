import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '../features/accounts/accounts.module.css';
import { currentUserOptions } from '../features/accounts/api.ts';
import { DeleteAccount, DownloadOwnData } from '../features/accounts/own-data.tsx';
import { Profile } from '../features/accounts/profile-form.tsx';
import { SessionList } from '../features/accounts/session-list.tsx';
import { TwoSteps } from '../features/accounts/two-steps.tsx';
import { EndingSubscriptions } from '../features/commerce/ending-subscriptions.tsx';
import { endSession } from '../lib/end-session.ts';
import { leftNotice } from '../lib/left-notice.ts';
import { changePasswordPath, paths } from '../lib/paths.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { FailedState } from '../ui/states.tsx';

/** `/profile-info/{userId}`: always the signed-in user's profile, whatever id the address contains. */
export default function ProfilePage() {
  const { t } = useTranslation('accounts');
  const { t: shell } = useTranslation('shell');
  const { data: user, isError, error, refetch } = useQuery(currentUserOptions);
  if (isError && !user) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page">
      <PageTitle>{t('profile.title')}</PageTitle>
      <div className={classes.sections}>
        <section id="personal">
          <Title order={1} size="h2">
            {t('profile.title')}
          </Title>
          {user ? <Profile user={user} /> : <Skeleton h={380} mt="md" />}
        </section>
        <section id="password">
          <Title order={2} size="h3">
            {t('changePassword.title')}
          </Title>
          <Text c="dimmed" mb="md">
            {t('changePassword.intro')}
          </Text>
          <Button
            component={Link}
            variant="default"
            to={user ? changePasswordPath[user.role_name] : paths.home.to()}
          >
            {t('changePassword.title')}
          </Button>
        </section>
        <section id="two-steps">
          <Title order={2} size="h3">
            {t('twoSteps.title')}
          </Title>
          <Text c="dimmed" mb="md">
            {t('twoSteps.intro')}
          </Text>
          {user ? <TwoSteps user={user} /> : <Skeleton h={36} w={200} />}
        </section>
        <section id="sessions">
          <Title order={2} size="h3">
            {t('sessions.title')}
          </Title>
          <Text c="dimmed">{t('sessions.intro')}</Text>
          <SessionList />
        </section>
        <section id="data">
          <Title order={2} size="h3">
            {t('ownData.title')}
          </Title>
          <Text c="dimmed" mb="md">
            {t('ownData.intro')}
          </Text>
          <DownloadOwnData />
          {user && user.role_name !== 'staff' && (
            <>
              <Title order={2} size="h3" mt="xl">
                {t('deleteAccount.heading')}
              </Title>
              <Text c="dimmed" mb="md">
                {t('deleteAccount.intro')}
              </Text>
              <DeleteAccount
                user={user}
                notice={(onShown) => <EndingSubscriptions onShown={onShown} />}
                onDeleted={() =>
                  void endSession({
                    notice: leftNotice(shell, { tone: 'success', text: t('deleteAccount.done') }),
                    isDeleted: true,
                  })
                }
              />
            </>
          )}
        </section>
      </div>
    </div>
  );
}
