import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentUserOptions } from '../features/accounts/api.ts';
import { ContactForm } from '../features/support/contact-form.tsx';
import { useSession } from '../lib/session.ts';
import { PageTitle } from '../ui/page-title.tsx';

export default function ContactPage() {
  const { t } = useTranslation('support');
  const session = useSession();
  const { data: user } = useQuery({ ...currentUserOptions, enabled: session !== null });
  return (
    <div className="page" style={{ paddingBlock: 'clamp(24px, 5vw, 64px)' }}>
      <PageTitle>{t('title')}</PageTitle>
      <div style={{ maxWidth: 560 }}>
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <Text c="dimmed" mt="xs" mb="lg">
          {t('intro')}
        </Text>
        <ContactForm email={user?.email ?? null} />
      </div>
    </div>
  );
}
