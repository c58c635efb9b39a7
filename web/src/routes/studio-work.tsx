import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { workOptions } from '../features/studio/api.ts';
import { Desk } from '../features/studio/desk/desk.tsx';
import { useWork } from '../features/studio/model/use-work.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { FailedState } from '../ui/states.tsx';

/** One book on the desk. */
export default function StudioWorkPage() {
  const { t } = useTranslation('studio');
  const { id = '' } = useParams();
  const work = useWork(id);
  const { data, error, refetch } = useQuery(workOptions(id));
  const failure = work.state === 'failed' ? work.error : error;
  return (
    <>
      <PageTitle>{data?.title ?? t('works.title')}</PageTitle>
      {failure ? (
        <FailedState error={failure} onRetry={() => void refetch()} />
      ) : work.state === 'open' && data ? (
        <Desk key={id} work={data} store={work.store} />
      ) : (
        <Skeleton h={560} radius={0} />
      )}
    </>
  );
}
