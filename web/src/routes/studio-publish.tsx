import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { workOptions } from '../features/studio/api.ts';
import { useWork } from '../features/studio/model/use-work.ts';
import { PublishPage } from '../features/studio/publish/publish-page.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { FailedState } from '../ui/states.tsx';

/** A book on its way to the shop. */
export default function StudioPublishPage() {
  const { t } = useTranslation('studio');
  const { id = '' } = useParams();
  const work = useWork(id);
  const { data, error, refetch } = useQuery(workOptions(id));
  const failure = work.state === 'failed' ? work.error : error;
  const title = data?.title ?? t('works.untitled');
  return (
    <div className="page" style={{ paddingBlock: 32 }}>
      <PageTitle>{title}</PageTitle>
      <Title order={1} size="h2" mb="xs">
        <bdi>{title}</bdi>
      </Title>
      {failure ? (
        <FailedState error={failure} onRetry={() => void refetch()} />
      ) : work.state === 'open' && data ? (
        <PublishPage key={id} work={data} store={work.store} />
      ) : (
        <Skeleton h={480} />
      )}
    </div>
  );
}
