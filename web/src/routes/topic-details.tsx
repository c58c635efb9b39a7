import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { TopicDetails } from '../features/discussions/topic-details.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** The same screen for directors and students, at two addresses. */
export default function TopicDetailsPage() {
  const { t } = useTranslation('discussions');
  const { programId = '', topicId = '' } = useParams();
  return (
    <div className="page">
      <PageTitle>{t('topic')}</PageTitle>
      <TopicDetails key={topicId} programId={programId} topicId={topicId} />
    </div>
  );
}
