import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../lib/save-file.ts';
import { type ExportedNote, fileName, notesAsCsv, notesAsMarkdown } from './export-notes.ts';
import classes from './notes.module.css';

/** Exports the reader's own notes in a book as files. */
export default function NoteExports({ title, notes }: { title: string; notes: readonly ExportedNote[] }) {
  const { t } = useTranslation('reader');
  const save = (text: string, type: string, ending: string) =>
    saveFile(new Blob([text], { type: `${type};charset=utf-8` }), fileName(title, ending));
  return (
    <div className={classes.exports}>
      <button type="button" onClick={() => save(notesAsMarkdown(notes), 'text/markdown', '-notes.md')}>
        {t('notes.exportMarkdown')}
      </button>
      <button type="button" onClick={() => save(notesAsCsv(notes), 'text/csv', '-notes.csv')}>
        {t('notes.exportCsv')}
      </button>
    </div>
  );
}
