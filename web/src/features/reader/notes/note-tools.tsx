import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../ui/announce.ts';
import { useReader } from '../model/reader-model.ts';
import { CaretBar } from './caret-bar.tsx';
import { SelectionMenu } from './selection-menu.tsx';

/** The actions on selected words, whether they were selected by mouse, touch or keyboard. */
export const NoteTools = memo(function NoteTools() {
  const { t } = useTranslation('reader');
  const { isPhone } = useReader('view');
  const notes = useReader('notes');
  const { choosing } = useReader('noteTools');
  const listening = useReader('listening');
  const { cite, makeCard } = useReader('overlays');
  const { Card } = useReader('host').slots;
  return (
    <>
      {notes.selected && (
        <SelectionMenu
          selected={notes.selected}
          isPhone={isPhone}
          hasFocus={choosing.wantsMenu}
          onLeave={choosing.leaveMenu}
          onHighlight={(color) => {
            notes.highlight(color, false, () =>
              announce(t('notes.highlighted', { color: t(`notes.${color}`) })),
            );
            choosing.goOn();
          }}
          onListen={() => {
            if (notes.selected) listening.startAtQuote(notes.selected);
            notes.clearSelection();
          }}
          onCite={() => cite(notes.selected?.page ?? null)}
          onCard={
            Card &&
            (() => {
              // A card is made of a highlight that is stored.
              notes.highlight('yellow', false, ({ id, note: { quote, text } }, discard) =>
                makeCard({ annotationId: id, quote, note: text, discard }),
              );
              choosing.goOn();
            })
          }
          onNote={() => {
            notes.highlight('yellow', true);
            choosing.goOn();
          }}
        />
      )}
      {choosing.caret && <CaretBar choosing={choosing} />}
    </>
  );
});
