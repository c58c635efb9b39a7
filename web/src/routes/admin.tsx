import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { PeopleList } from '../features/admin/people-list.tsx';

export default function AdminPeoplePage() {
  const { t } = useTranslation('admin');
  return (
    <AdminFrame title={t('tab.people')}>
      <Title order={1} size="h2" mb="md">
        {t('tab.people')}
      </Title>
      <PeopleList />
    </AdminFrame>
  );
}
