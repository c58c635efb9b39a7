import { memo, Suspense } from 'react';
import { framedLazy } from './framed-lazy.tsx';
import { useReader } from './model/reader-model.ts';
import { labelOf } from './page-labels.ts';

const NoteEditor = framedLazy(() => import('./notes/note-editor.tsx').then((module) => module.NoteEditor));
const ShortcutsDialog = framedLazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
);
const Sheets = framedLazy(() => import('./sheets.tsx').then((module) => module.Sheets));

/** What opens above the pages. Its code comes when it is first opened. */
export const ReaderDialogs = memo(function ReaderDialogs() {
  const { labels } = useReader('book');
  const { sheet, keysOpen, setKeysOpen } = useReader('overlays');
  const notes = useReader('notes');
  const { editing, base } = notes;
  return (
    <Suspense>
      {sheet && <Sheets sheet={sheet} />}
      {editing && base && (
        <NoteEditor
          annotation={editing}
          pageLabel={labelOf(editing.note.pageNumber, labels)}
          stored={base}
          onSave={notes.save}
          onRemove={notes.remove}
          onType={notes.keep}
          onClose={() => notes.edit(null)}
        />
      )}
      {keysOpen && <ShortcutsDialog onClose={() => setKeysOpen(false)} />}
    </Suspense>
  );
});
