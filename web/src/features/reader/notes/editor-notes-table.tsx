import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { asCsv } from '../../../lib/csv.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Placeholder } from '../../../ui/placeholder.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { editorNotesQuery } from '../api.ts';
import classes from './editor-notes-table.module.css';
import { fileName } from './export-notes.ts';

/** The editors' notes on a book: page number, quote, text and author, with an export. */
export function EditorNotesTable({
  bookId,
  pageLink,
}: {
  bookId: string;
  pageLink: (page?: number) => string;
}): ReactNode {
  const { t } = useTranslation('reader');
  const { data, error, refetch } = useQuery(editorNotesQuery(bookId));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Placeholder className={classes.loading}>
        {[0, 1, 2, 3, 4].map((row) => (
          <span key={row} />
        ))}
      </Placeholder>
    );
  const rows = data.data;
  const save = () =>
    saveFile(
      new Blob(
        [
          asCsv([
            [t('editorNotes.page'), t('editorNotes.quote'), t('editorNotes.note'), t('editorNotes.author')],
            ...rows.map(({ note, author_name }) => [
              String(note.pageNumber),
              note.quote,
              note.text,
              author_name,
            ]),
          ]),
        ],
        { type: 'text/csv;charset=utf-8' },
      ),
      fileName(data.book.title, `-${data.book.id}.csv`),
    );
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1>{t('editorNotes.heading', { title: data.book.title })}</h1>
          <p>{t('editorNotes.count', { count: rows.length })}</p>
        </div>
        <div className={classes.actions}>
          <Button component={Link} to={pageLink()} variant="default">
            {t('editorNotes.openBook')}
          </Button>
          <Button onClick={save} disabled={rows.length === 0}>
            {t('editorNotes.export')}
          </Button>
        </div>
      </header>
      {rows.length === 0 ? (
        <EmptyState title={t('editorNotes.emptyTitle')} hint={t('editorNotes.emptyHint')} />
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('editorNotes.page')}</th>
              <th scope="col">{t('editorNotes.quote')}</th>
              <th scope="col">{t('editorNotes.note')}</th>
              <th scope="col">{t('editorNotes.author')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, note, author_name }) => (
              <tr key={id}>
                <td className={classes.page}>
                  <Link
                    to={pageLink(note.pageNumber)}
                    aria-label={t('page.label', { label: note.pageNumber })}
                  >
                    {note.pageNumber}
                  </Link>
                </td>
                <td className={classes.quote} data-label={t('editorNotes.quote')}>
                  <div dir="auto">{note.quote}</div>
                </td>
                <td data-label={t('editorNotes.note')}>
                  <div dir="auto">{note.text}</div>
                </td>
                <td data-label={t('editorNotes.author')}>{author_name}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
