import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ProgramHead } from '../features/programs/program-head.tsx';
import { StudentsList } from '../features/programs/students-list.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export default function StudentsListPage() {
  const { t } = useTranslation('programs');
  const { program_id: programId = '' } = useParams();
  return (
    <div className="page">
      <PageTitle>{t('students.title')}</PageTitle>
      <ProgramHead programId={programId} />
      <h1 className="visually-hidden">{t('students.title')}</h1>
      <StudentsList key={programId} programId={programId} />
    </div>
  );
}
