import type { BookPages } from '@vesalius/contract/reader';
import { Suspense } from 'react';
import { framedLazy } from './framed-lazy.tsx';
import type { NoteEditing } from './notes/use-note-editing.ts';
import { labelOf } from './page-labels.ts';
import type { Sheet } from './phone-bar.tsx';
import type { Panels } from './side-panel.tsx';
import type { ReaderSlots, ReadingPlace } from './slots.ts';

const NoteEditor = framedLazy(() => import('./notes/note-editor.tsx').then((module) => module.NoteEditor));
const ShortcutsDialog = framedLazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
);
const Sheets = framedLazy(() => import('./sheets.tsx').then((module) => module.Sheets));

/** What opens above the pages. Its code comes when it is first opened. */
export function ReaderDialogs({
  data,
  notes,
  keysOpen,
  onCloseKeys,
  sheet,
  onSheet,
  onCloseSheet,
  panels,
  slots,
  place,
  onStep,
}: {
  data: BookPages;
  notes: NoteEditing;
  keysOpen: boolean;
  onCloseKeys: () => void;
  /** A phone's; null = none is open. */
  sheet: Sheet | null;
  onSheet: (sheet: Sheet) => void;
  onCloseSheet: () => void;
  panels: Panels;
  slots: ReaderSlots;
  place: ReadingPlace;
  onStep: (direction: 1 | -1) => void;
}) {
  const { editing, annotations } = notes;
  return (
    <Suspense>
      {sheet && (
        <Sheets
          sheet={sheet}
          panels={panels}
          slots={slots}
          place={place}
          onTab={onSheet}
          onStep={onStep}
          onClose={onCloseSheet}
        />
      )}
      {editing && (
        <NoteEditor
          annotation={editing}
          pageLabel={labelOf(editing.note.pageNumber, data.labels)}
          stored={annotations.all.find(({ id }) => id === editing.id) ?? editing}
          onSave={notes.save}
          onRemove={notes.remove}
          onType={notes.keep}
          onClose={() => notes.edit(null)}
        />
      )}
      {keysOpen && <ShortcutsDialog onClose={onCloseKeys} />}
    </Suspense>
  );
}
