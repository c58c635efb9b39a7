import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ProgramSurvey } from '../features/assessments/results/program-survey.tsx';
import { Overview } from '../features/programs/overview.tsx';
import { ProgramHead } from '../features/programs/program-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export default function ProgramOverviewPage() {
  const { t } = useTranslation('programs');
  const { program_id: programId = '' } = useParams();
  return (
    <div className="page">
      <PageTitle>{t('overview.title')}</PageTitle>
      <ProgramHead programId={programId} />
      <h1 className="visually-hidden">{t('overview.title')}</h1>
      <Overview
        key={programId}
        programId={programId}
        surveyOf={(bookId) => <ProgramSurvey key={bookId} programId={programId} bookId={bookId} />}
      />
    </div>
  );
}
