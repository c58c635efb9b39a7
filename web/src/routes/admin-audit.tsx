import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { WholeAuditLog } from '../features/admin/audit-log.tsx';

export default function AdminAuditPage() {
  const { t } = useTranslation('admin');
  return (
    <AdminFrame title={t('tab.audit')}>
      <Title order={1} size="h2" mb="md">
        {t('tab.audit')}
      </Title>
      <WholeAuditLog />
    </AdminFrame>
  );
}
