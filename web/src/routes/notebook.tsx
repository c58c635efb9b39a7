import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '../features/reader/notebook/notebook.module.css';
import { Notebook } from '../features/reader/notebook/notebook-page.tsx';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** `/notebook`: the reader's notes and highlights in all books. */
export default function NotebookPage() {
  const { t } = useTranslation('notebook');
  return (
    <div className={`page ${classes.page}`}>
      <PageTitle>{t('title')}</PageTitle>
      <Title order={1} size="h2" className={classes.title ?? ''}>
        {t('title')}
      </Title>
      <p className={classes.intro}>{t('intro')}</p>
      <Notebook
        placeLink={paths.bookViewer.to}
        library={<Link to={paths.myBooks.to()}>{t('toMyBooks')}</Link>}
      />
    </div>
  );
}
