import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AddPeople } from '../features/people-import/add-people.tsx';
import { studentsImport } from '../features/programs/api.ts';
import { ProgramHead } from '../features/programs/program-head.tsx';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** Adds one student with a form, or many from a file. */
export default function AddStudentPage() {
  const { t } = useTranslation('programs');
  const { program_id: programId = '' } = useParams();
  const client = useMemo(() => studentsImport(programId), [programId]);
  return (
    <div className="page">
      <PageTitle>{t('add.title')}</PageTitle>
      <ProgramHead programId={programId} />
      <h1 className="visually-hidden">{t('add.title')}</h1>
      <AddPeople client={client} listPath={paths.students.to(programId)} />
    </div>
  );
}
