import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { FailedJobs } from '../features/admin/failed-jobs.tsx';

export default function AdminJobsPage() {
  const { t } = useTranslation('admin');
  return (
    <AdminFrame title={t('tab.jobs')}>
      <Title order={1} size="h2" mb="md">
        {t('tab.jobs')}
      </Title>
      <FailedJobs />
    </AdminFrame>
  );
}
