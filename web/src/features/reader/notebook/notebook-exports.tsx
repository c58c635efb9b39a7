import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { NotebookEntry } from '@vesalius/contract/notebook';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { notifyError } from '../../../ui/notify.ts';
import { type ExportedNote, fileName, notebookAsCsv, notesAsMarkdown } from '../notes/export-notes.ts';
import { type NotebookWish, readWholeNotebook } from './api.ts';
import classes from './notebook.module.css';
import { NotebookPrint } from './notebook-print.tsx';

const exportedNote = (entry: NotebookEntry): ExportedNote => ({
  book: entry.book,
  chapter: entry.chapter?.title,
  pageNumber: entry.note.pageNumber,
  page: entry.page_label,
  quote: entry.note.quote,
  text: entry.note.text,
  color: entry.color,
  createdAt: entry.created_at,
});

type Form = 'markdown' | 'csv' | 'print';

/** The selected entries, or all that match, as a file or on paper. */
export function NotebookExports({
  wish,
  count,
  selected,
  onClear,
}: {
  wish: NotebookWish;
  /** Of all entries that match. */
  count: number;
  selected: readonly NotebookEntry[];
  onClear: () => void;
}) {
  const { t, i18n } = useTranslation('notebook');
  const [printed, setPrinted] = useState<readonly NotebookEntry[] | null>(null);
  const make = useMutation({
    async mutationFn(form: Form) {
      const entries = selected.length > 0 ? selected : await readWholeNotebook(wish);
      if (form === 'print') return setPrinted(entries);
      const notes = entries.map(exportedNote);
      const [text, type, ending] =
        form === 'csv'
          ? [notebookAsCsv(notes), 'text/csv', '.csv']
          : [notesAsMarkdown(notes), 'text/markdown', '.md'];
      saveFile(new Blob([text], { type: `${type};charset=utf-8` }), fileName(t('title'), ending));
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  const button = (form: Form) => (
    <Button
      variant="default"
      size="sm"
      loading={make.isPending && make.variables === form}
      onClick={() => make.mutate(form)}
    >
      {t(`exports.${form}`)}
    </Button>
  );
  return (
    <Group className={classes.exports ?? ''} gap="xs">
      <p role="status">
        {selected.length > 0 ? t('selected', { count: selected.length }) : t('matching', { count })}
      </p>
      {selected.length > 0 && (
        <Button variant="subtle" size="sm" onClick={onClear}>
          {t('clearSelection')}
        </Button>
      )}
      {button('markdown')}
      {button('csv')}
      {button('print')}
      {printed && <NotebookPrint entries={printed} onDone={() => setPrinted(null)} />}
    </Group>
  );
}
