import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import classes from '../features/admin/admin.module.css';
import { programOptions } from '../features/admin/catalogue-api.ts';
import { ListingPage } from '../features/admin/listing-page.tsx';
import { ProgramDirectors } from '../features/admin/program-directors.tsx';
import { ProgramForm } from '../features/admin/program-form.tsx';
import { paths } from '../lib/paths.ts';

/** A program, or a new one at `/admin/programs/new`. */
export default function AdminProgramPage() {
  const { t } = useTranslation('listings');
  const { id = 'new' } = useParams();
  const navigate = useNavigate();
  const isNew = id === 'new';
  const query = useQuery({ ...programOptions(id), enabled: !isNew });
  return (
    <ListingPage
      title={isNew ? t('program.new') : (query.data?.name ?? t('program.title'))}
      query={query}
      fresh={
        isNew && (
          <ProgramForm
            listing={null}
            onDone={(made) => void navigate(paths.adminProgram.to(made), { replace: true })}
          />
        )
      }
    >
      {(program) => (
        <div className={classes.columns}>
          <ProgramForm key={program.id} listing={program} onDone={() => {}} />
          <ProgramDirectors program={program} />
        </div>
      )}
    </ListingPage>
  );
}
