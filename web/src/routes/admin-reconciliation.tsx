import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { Differences } from '../features/commerce/staff/differences.tsx';
import { TestClock } from '../features/commerce/staff/test-clock.tsx';

export default function AdminReconciliationPage() {
  const { t } = useTranslation('sales');
  return (
    <AdminFrame title={t('title.reconciliation')}>
      <Title order={1} size="h2" mb="md">
        {t('title.reconciliation')}
      </Title>
      <Differences />
      <TestClock />
    </AdminFrame>
  );
}
