import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { PackagesList } from '../features/admin/packages-list.tsx';

export default function AdminPackagesPage() {
  const { t } = useTranslation('listings');
  return (
    <AdminFrame title={t('package.title')}>
      <Title order={1} size="h2" mb="md">
        {t('package.title')}
      </Title>
      <PackagesList />
    </AdminFrame>
  );
}
