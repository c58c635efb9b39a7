import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { PublishersList } from '../features/admin/publishers-list.tsx';

export default function AdminPublishersPage() {
  const { t } = useTranslation('listings');
  return (
    <AdminFrame title={t('publisher.title')}>
      <Title order={1} size="h2" mb="md">
        {t('publisher.title')}
      </Title>
      <PublishersList />
    </AdminFrame>
  );
}
