import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ProgramHead } from '../features/programs/program-head.tsx';
import { ProgressTables } from '../features/programs/progress-table.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export default function StudentProgressPage() {
  const { t } = useTranslation('programs');
  const { program_id: programId = '', studentId = '' } = useParams();
  return (
    <div className="page">
      <PageTitle>{t('students.title')}</PageTitle>
      <ProgramHead programId={programId} />
      <ProgressTables programId={programId} studentId={studentId} />
    </div>
  );
}
