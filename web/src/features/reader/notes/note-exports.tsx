import type { Annotation } from '@vesalius/contract/reader';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../lib/save-file.ts';
import { type ExportedBook, fileName, notesAsCsv, notesAsMarkdown } from './export-notes.ts';
import classes from './notes.module.css';

/** Exports the reader's own notes as files. */
export default function NoteExports({ book, notes }: { book: ExportedBook; notes: readonly Annotation[] }) {
  const { t } = useTranslation('reader');
  const save = (text: string, type: string, ending: string) =>
    saveFile(new Blob([text], { type: `${type};charset=utf-8` }), fileName(book.title, ending));
  return (
    <div className={classes.exports}>
      <button type="button" onClick={() => save(notesAsMarkdown(book, notes), 'text/markdown', '-notes.md')}>
        {t('notes.exportMarkdown')}
      </button>
      <button type="button" onClick={() => save(notesAsCsv(book, notes), 'text/csv', '-notes.csv')}>
        {t('notes.exportCsv')}
      </button>
    </div>
  );
}
