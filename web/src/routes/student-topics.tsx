import { NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { ownProgramsOptions } from '../features/discussions/api.ts';
import classes from '../features/discussions/topics.module.css';
import { TopicsList } from '../features/discussions/topics-list.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** `/Topics` shows the first program; a student in several programs can choose. */
export default function StudentTopicsPage() {
  const { t } = useTranslation('discussions');
  const navigate = useNavigate();
  const session = useSession();
  const { program_id: given } = useParams();
  const { data, error, refetch } = useQuery(ownProgramsOptions(session));
  const programId = given ?? data?.[0]?.id;
  return (
    <div className="page">
      <PageTitle>{t('title')}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Text c="dimmed" mb="lg">
        {data?.find(({ id }) => id === programId)?.name ?? t('intro')}
      </Text>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={200} />}
      {data && data.length > 1 && (
        <NativeSelect
          className={classes.programs ?? ''}
          aria-label={t('title')}
          value={programId ?? ''}
          onChange={(event) => void navigate(paths.programStudentTopics.to(event.currentTarget.value))}
          data={data.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {data && !programId && (
        <EmptyState
          title={t('noProgram')}
          hint={t('noProgramHint')}
          action={<Link to={paths.myBooks.to()}>{t('toMyBooks')}</Link>}
        />
      )}
      {data && programId && <TopicsList key={programId} programId={programId} />}
    </div>
  );
}
