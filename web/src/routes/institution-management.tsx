import { useTranslation } from 'react-i18next';
import { membersImport } from '../features/institutions/api.ts';
import { Management } from '../features/institutions/management.tsx';
import { AddPeople } from '../features/people-import/add-people.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export default function InstitutionManagementPage() {
  const { t } = useTranslation('institutions');
  return (
    <div className="page">
      <PageTitle>{t('title')}</PageTitle>
      <Management invite={(id) => <AddPeople client={membersImport(id)} listPath={null} />} />
    </div>
  );
}
