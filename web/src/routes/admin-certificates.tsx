import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { bookChoices } from '../features/admin/api.ts';
import { IssuedList } from '../features/certificates/staff/issued-list.tsx';
import { paths } from '../lib/paths.ts';

export default function AdminCertificatesPage() {
  const { t } = useTranslation('issued');
  return (
    <AdminFrame title={t('title')}>
      <Title order={1} size="h2" mb="md">
        {t('title')}
      </Title>
      <IssuedList books={bookChoices} linkOf={paths.adminCertificate.to} />
    </AdminFrame>
  );
}
