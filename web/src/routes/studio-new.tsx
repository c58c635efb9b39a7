import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NewBook } from '../features/studio/start/new-book.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** Starts a new book. */
export default function StudioNewPage() {
  const { t } = useTranslation('studio');
  return (
    <div className="page" style={{ paddingBlock: 32 }}>
      <PageTitle>{t('works.new')}</PageTitle>
      <Title order={1} size="h2" mb="lg">
        {t('works.new')}
      </Title>
      <NewBook />
    </div>
  );
}
