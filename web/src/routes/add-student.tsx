import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AddStudentForm } from '../features/programs/add-student-form.tsx';
import classes from '../features/programs/add-students.module.css';
import { ImportStudents } from '../features/programs/import-students.tsx';
import { ProgramHead } from '../features/programs/program-head.tsx';
import { RecentImports } from '../features/programs/recent-imports.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** One student by the form, or many from a file. */
export default function AddStudentPage() {
  const { t } = useTranslation('programs');
  const { program_id: programId = '' } = useParams();
  return (
    <div className="page">
      <PageTitle>{t('add.title')}</PageTitle>
      <ProgramHead programId={programId} />
      <h1 className="visually-hidden">{t('add.title')}</h1>
      <div className={classes.columns}>
        <section aria-labelledby="add-one">
          <h2 id="add-one">{t('add.one')}</h2>
          <p className={classes.hint}>{t('add.oneHint')}</p>
          <AddStudentForm programId={programId} />
        </section>
        <section aria-labelledby="add-many">
          <h2 id="add-many">{t('add.many')}</h2>
          <p className={classes.hint}>{t('add.manyHint')}</p>
          <ImportStudents programId={programId} />
        </section>
      </div>
      <RecentImports programId={programId} />
    </div>
  );
}
