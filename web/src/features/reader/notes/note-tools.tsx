import { useTranslation } from 'react-i18next';
import { announce } from '../../../ui/announce.ts';
import { CaretBar } from './caret-bar.tsx';
import { SelectionMenu } from './selection-menu.tsx';
import type { NoteEditing } from './use-note-editing.ts';
import type { WordChoosing } from './use-word-caret.ts';

/** What is offered for chosen words, whether a mouse, fingers or keys chose them. */
export function NoteTools({
  notes,
  choosing,
  isPhone,
}: {
  notes: NoteEditing;
  choosing: WordChoosing;
  isPhone: boolean;
}) {
  const { t } = useTranslation('reader');
  return (
    <>
      {notes.selected && (
        <SelectionMenu
          selected={notes.selected}
          isPhone={isPhone}
          hasFocus={choosing.wantsMenu}
          onLeave={choosing.leaveMenu}
          onHighlight={(color) => {
            notes.highlight(color, false);
            choosing.goOn();
            announce(t('notes.highlighted', { color: t(`notes.${color}`) }));
          }}
          onNote={() => {
            notes.highlight('yellow', true);
            choosing.goOn();
          }}
        />
      )}
      {choosing.caret && <CaretBar choosing={choosing} />}
    </>
  );
}
