import { Title } from '@mantine/core';
import type { NotebookEntry } from '@vesalius/contract/notebook';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '../features/reader/notebook/notebook.module.css';
import { Notebook } from '../features/reader/notebook/notebook-page.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MissingDialog } from '../ui/missing-part.tsx';
import { PageTitle } from '../ui/page-title.tsx';

const CardDialog = lazyPart(
  () =>
    import('../features/assessments/cards/card-dialog.tsx').then((module) => ({
      default: module.CardDialog,
    })),
  { Missing: MissingDialog, namespaces: ['cards'] },
);
const CardOf = ({ entry: { id, note }, onClose }: { entry: NotebookEntry; onClose: () => void }) => (
  <CardDialog origin={{ annotationId: id, quote: note.quote, note: note.text }} onClose={onClose} />
);

/** `/notebook`: the reader's notes and highlights in all books. */
export default function NotebookPage() {
  const { t } = useTranslation('notebook');
  const role = useSession()?.role;
  return (
    <div className={`page ${classes.page}`}>
      <PageTitle>{t('title')}</PageTitle>
      <Title order={1} size="h2" className={classes.title ?? ''}>
        {t('title')}
      </Title>
      <p className={classes.intro}>{t('intro')}</p>
      <Notebook
        placeLink={(bookId, page, note) => paths.bookViewer.to(bookId, page, { note })}
        CardOf={role === 'customer' ? CardOf : undefined}
        library={<Link to={paths.myBooks.to()}>{t('toMyBooks')}</Link>}
      />
    </div>
  );
}
