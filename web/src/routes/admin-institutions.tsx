import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { InstitutionsList } from '../features/admin/institutions-list.tsx';

export default function AdminInstitutionsPage() {
  const { t } = useTranslation('admin');
  return (
    <AdminFrame title={t('tab.institutions')}>
      <Title order={1} size="h2" mb="md">
        {t('tab.institutions')}
      </Title>
      <InstitutionsList />
    </AdminFrame>
  );
}
