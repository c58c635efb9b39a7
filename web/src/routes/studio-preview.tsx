import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { workOptions } from '../features/studio/api.ts';
import { PreviewPage } from '../features/studio/preview/preview-page.tsx';
import { OpenWork } from '../features/studio/work-page.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** A book as its readers would see it. */
export default function StudioPreviewPage() {
  const { t } = useTranslation('publishing');
  const { id = '' } = useParams();
  const { data } = useQuery(workOptions(id));
  return (
    <>
      <PageTitle>{data?.title ? `${t('preview.title')} · ${data.title}` : t('preview.title')}</PageTitle>
      <OpenWork id={id} skeleton={<Skeleton h={560} radius={0} />}>
        {(work, store) => <PreviewPage key={id} work={work} store={store} />}
      </OpenWork>
    </>
  );
}
