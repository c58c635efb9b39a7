import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { editorNotesQuery } from '../features/reader/api.ts';
import { EditorNotesTable } from '../features/reader/notes/editor-notes-table.tsx';
import { paths } from '../lib/paths.ts';
import { prefetch } from '../lib/query-client.ts';
import { PageTitle } from '../ui/page-title.tsx';

export function load({ queryClient }: AppContext, { params }: LoaderFunctionArgs) {
  return params.bookId ? prefetch(queryClient, editorNotesQuery(params.bookId)) : null;
}

export default function EditorNotes() {
  const { t } = useTranslation('reader');
  const { bookId = '' } = useParams();
  return (
    <div className="page">
      <PageTitle>{t('editorNotes.title')}</PageTitle>
      <EditorNotesTable bookId={bookId} pageLink={(page) => paths.bookViewer.to(bookId, page)} />
    </div>
  );
}
