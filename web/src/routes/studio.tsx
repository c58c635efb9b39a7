import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WorksList } from '../features/studio/works/works-list.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** The list of works. */
export default function StudioPage() {
  const { t } = useTranslation('studio');
  return (
    <div className="page" style={{ paddingBlock: 32 }}>
      <PageTitle>{t('works.title')}</PageTitle>
      <Title order={1} size="h2" mb="md">
        {t('works.title')}
      </Title>
      <WorksList />
    </div>
  );
}
