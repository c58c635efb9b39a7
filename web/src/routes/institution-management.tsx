import { useTranslation } from 'react-i18next';
import { Management } from '../features/institutions/management.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export default function InstitutionManagementPage() {
  const { t } = useTranslation('institutions');
  return (
    <div className="page">
      <PageTitle>{t('title')}</PageTitle>
      <Management />
    </div>
  );
}
