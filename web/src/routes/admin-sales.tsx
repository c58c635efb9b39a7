import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { SalesReport } from '../features/commerce/staff/sales-report.tsx';

export default function AdminSalesPage() {
  const { t } = useTranslation('sales');
  return (
    <AdminFrame title={t('title.sales')}>
      <Title order={1} size="h2" mb="md">
        {t('title.sales')}
      </Title>
      <SalesReport />
    </AdminFrame>
  );
}
