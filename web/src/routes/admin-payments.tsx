import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { PaymentList } from '../features/commerce/staff/payment-list.tsx';

export default function AdminPaymentsPage() {
  const { t } = useTranslation('sales');
  return (
    <AdminFrame title={t('title.payments')}>
      <Title order={1} size="h2" mb="md">
        {t('title.payments')}
      </Title>
      <PaymentList />
    </AdminFrame>
  );
}
