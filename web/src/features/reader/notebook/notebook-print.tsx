import type { NotebookEntry } from '@vesalius/contract/notebook';
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/formats.ts';
import { byBook } from '../notes/export-notes.ts';
import classes from './notebook.module.css';
import { EntryContent } from './notebook-entry.tsx';

/** Prints the entries by book and page; on the screen nothing is shown. */
export function NotebookPrint({
  entries,
  onDone,
}: {
  entries: readonly NotebookEntry[];
  onDone: () => void;
}) {
  const { t, i18n } = useTranslation('notebook');
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const end = () => done();
    window.addEventListener('afterprint', end);
    window.print();
    return () => window.removeEventListener('afterprint', end);
  }, []);
  return createPortal(
    <div className={classes.sheet} data-notebook-sheet aria-hidden="true">
      <h1>{t('title')}</h1>
      <p className={classes.facts}>{formatDate(new Date().toISOString(), i18n.language)}</p>
      {byBook(entries, ({ note }) => note.pageNumber).map(([first, ...others]) => (
        <section key={first.book.id}>
          <h2 dir="auto">{first.book.title}</h2>
          <p className={classes.facts} dir="auto">
            {first.book.author}
          </p>
          {[first, ...others].map((entry) => (
            <article key={entry.id}>
              <h3>{t('page', { page: entry.page_label })}</h3>
              <EntryContent entry={entry} />
            </article>
          ))}
        </section>
      ))}
    </div>,
    document.body,
  );
}
