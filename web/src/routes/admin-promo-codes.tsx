import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { PromoCodeList } from '../features/commerce/staff/promo-code-list.tsx';

export default function AdminPromoCodesPage() {
  const { t } = useTranslation('sales');
  return (
    <AdminFrame title={t('title.promoCodes')}>
      <Title order={1} size="h2" mb="md">
        {t('title.promoCodes')}
      </Title>
      <PromoCodeList />
    </AdminFrame>
  );
}
