import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentProgramsOptions } from '../features/programs/api.ts';
import HomePrograms from '../features/programs/home-programs.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** A director's programs, each with its books and links to overview, students and topics. */
export default function ProgramsPage() {
  const { t } = useTranslation('programs');
  const { data, error, refetch } = useQuery(currentProgramsOptions);
  return (
    <>
      <PageTitle>{t('home.title')}</PageTitle>
      <h1 className="visually-hidden">{t('home.title')}</h1>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState title={t('home.none')} hint={t('home.noneHint')} />}
      <HomePrograms />
    </>
  );
}
