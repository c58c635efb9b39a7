import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { TopicsList } from '../features/discussions/topics-list.tsx';
import { ProgramHead } from '../features/programs/program-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export default function DirectorTopicsPage() {
  const { t } = useTranslation('discussions');
  const { program_id: programId = '' } = useParams();
  return (
    <div className="page">
      <PageTitle>{t('title')}</PageTitle>
      <ProgramHead programId={programId} />
      <h1 className="visually-hidden">{t('title')}</h1>
      <TopicsList key={programId} programId={programId} />
    </div>
  );
}
