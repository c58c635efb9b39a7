import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { workOptions } from '../features/studio/api.ts';
import { Desk } from '../features/studio/desk/desk.tsx';
import { OpenWork } from '../features/studio/work-page.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** The editor of one book. */
export default function StudioWorkPage() {
  const { t } = useTranslation('studio');
  const { id = '' } = useParams();
  const { data } = useQuery(workOptions(id));
  return (
    <>
      <PageTitle>{data?.title ?? t('works.title')}</PageTitle>
      <OpenWork id={id} skeleton={<Skeleton h={560} radius={0} />}>
        {(work, store) => <Desk key={id} work={work} store={store} />}
      </OpenWork>
    </>
  );
}
