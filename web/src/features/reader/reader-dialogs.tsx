import { memo, Suspense, useEffect } from 'react';
import { MissingDialog } from '../../ui/missing-part.tsx';
import { preloadWhenIdle } from '../../ui/preload-when-idle.ts';
import { framedLazy } from './framed-lazy.tsx';
import { useReader } from './model/reader-model.ts';
import { NoteExports } from './notes/notes-panel.tsx';
import { copyOwn } from './own-copy.ts';
import { labelOf } from './page-labels.ts';

const DIALOG = { Missing: MissingDialog };
const NoteEditor = framedLazy(
  () => import('./notes/note-editor.tsx').then((module) => module.NoteEditor),
  DIALOG,
);
const ShortcutsDialog = framedLazy(
  () => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
  DIALOG,
);
const ListeningDialog = framedLazy(
  () => import('./listening/listening-dialog.tsx').then((module) => module.ListeningDialog),
  { ...DIALOG, namespaces: ['listening'] },
);
const TextSettingsDialog = framedLazy(
  () => import('./flow/text-settings-dialog.tsx').then((module) => module.TextSettingsDialog),
  DIALOG,
);
const FigureDialog = framedLazy(
  () => import('./flow/figure-dialog.tsx').then((module) => module.FigureDialog),
  DIALOG,
);
const CiteDialog = framedLazy(() => import('./cite/cite-dialog.tsx').then((module) => module.CiteDialog), {
  ...DIALOG,
  namespaces: ['cite'],
});
const Sheets = framedLazy(() => import('./sheets.tsx').then((module) => module.Sheets), DIALOG);
const PARTS = [Sheets, ShortcutsDialog, TextSettingsDialog, FigureDialog, CiteDialog];
const PARTS_OF_WRITERS = [NoteEditor, NoteExports, ...PARTS];

/**
 * The viewer's dialogs. Their code loads when one is first opened, or when the browser is idle after the first page.
 */
export const ReaderDialogs = memo(function ReaderDialogs() {
  const { labels } = useReader('book');
  const { sheet, closeSheet, keysOpen, setKeysOpen, textSettingsOpen, setTextSettingsOpen, citedPage, cite } =
    useReader('overlays');
  const { carded, makeCard, openedCard, openCard, figure, enlarge } = useReader('overlays');
  const { isShown, slots } = useReader('host');
  const { Card, OwnCard, cardCounts } = slots;
  const { isSettingsOpen, setSettingsOpen } = useReader('listening');
  const notes = useReader('notes');
  const { editing, base } = notes;
  const { book, access } = useReader('data');
  const { annotates } = access;
  useEffect(
    () => (isShown ? preloadWhenIdle(annotates ? PARTS_OF_WRITERS : PARTS) : undefined),
    [isShown, annotates],
  );
  return (
    <Suspense>
      {sheet && <Sheets sheet={sheet} onClose={closeSheet} />}
      {editing && base && (
        <NoteEditor
          annotation={editing}
          pageLabel={labelOf(editing.note.pageNumber, labels)}
          stored={base}
          onSave={notes.save}
          onDiscard={notes.discard}
          onRemove={notes.remove}
          onType={notes.keep}
          onCard={
            Card && editing.is_own
              ? (note) => makeCard({ annotationId: editing.id, quote: editing.note.quote, note })
              : undefined
          }
          cards={cardCounts?.get(editing.id) ?? 0}
          onOpenCard={OwnCard && (() => openCard(editing.id))}
          onClose={() => notes.edit(null)}
        />
      )}
      {carded && Card && (
        <Card
          annotationId={carded.annotationId}
          quote={carded.quote}
          note={carded.note}
          onClose={(isMade) => {
            if (!isMade) carded.discard?.();
            makeCard(null);
          }}
        />
      )}
      {openedCard && OwnCard && <OwnCard annotationId={openedCard} onClose={() => openCard(null)} />}
      {textSettingsOpen && <TextSettingsDialog onClose={() => setTextSettingsOpen(false)} />}
      {figure && <FigureDialog figure={figure} onClose={() => enlarge(null)} />}
      {isSettingsOpen && <ListeningDialog onClose={() => setSettingsOpen(false)} />}
      {citedPage !== null && (
        <CiteDialog
          bookId={book.id}
          pageNumber={citedPage}
          pageLabel={labelOf(citedPage, labels)}
          copyText={copyOwn}
          onClose={() => cite(null)}
        />
      )}
      {keysOpen && <ShortcutsDialog onClose={() => setKeysOpen(false)} />}
    </Suspense>
  );
});
