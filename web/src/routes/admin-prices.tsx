import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { PriceList } from '../features/commerce/staff/price-list.tsx';

export default function AdminPricesPage() {
  const { t } = useTranslation('sales');
  return (
    <AdminFrame title={t('title.prices')}>
      <Title order={1} size="h2" mb="md">
        {t('title.prices')}
      </Title>
      <PriceList />
    </AdminFrame>
  );
}
