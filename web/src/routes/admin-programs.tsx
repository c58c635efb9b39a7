import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { ProgramsList } from '../features/admin/programs-list.tsx';

export default function AdminProgramsPage() {
  const { t } = useTranslation('listings');
  return (
    <AdminFrame title={t('program.title')}>
      <Title order={1} size="h2" mb="md">
        {t('program.title')}
      </Title>
      <ProgramsList />
    </AdminFrame>
  );
}
