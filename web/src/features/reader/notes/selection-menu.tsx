import type { HighlightColor } from '@vesalius/contract/reader';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icons.tsx';
import classes from './notes.module.css';
import type { SelectedQuote } from './use-selection.ts';

export const COLORS: readonly HighlightColor[] = ['yellow', 'green', 'blue', 'pink'];

/** Beside the selection with a mouse; above the bottom bar on a phone, where the system's own menu is not. */
export function SelectionMenu({
  selected,
  isPhone,
  onHighlight,
  onNote,
}: {
  selected: SelectedQuote;
  isPhone: boolean;
  onHighlight: (color: HighlightColor) => void;
  onNote: () => void;
}) {
  const { t } = useTranslation('reader');
  const below = selected.at.bottom + 56 < window.innerHeight;
  const style = isPhone
    ? undefined
    : {
        left: Math.min(Math.max(selected.at.x, 130), window.innerWidth - 130),
        top: below ? selected.at.bottom + 10 : selected.at.top - 54,
      };
  return (
    // Pressing a button must not end the selection that it is about.
    <div
      className={isPhone ? classes.selectionBar : classes.selectionMenu}
      style={style}
      role="toolbar"
      aria-label={t('notes.selection')}
      onPointerDown={(event) => event.preventDefault()}
    >
      {COLORS.map((color) => (
        <button
          key={color}
          type="button"
          className={classes.color}
          data-color={color}
          aria-label={t('notes.highlight', { color: t(`notes.${color}`) })}
          title={t('notes.highlight', { color: t(`notes.${color}`) })}
          onClick={() => onHighlight(color)}
        />
      ))}
      <button type="button" className={classes.addNote} onClick={onNote}>
        <Icon name="note" />
        {t('notes.add')}
      </button>
    </div>
  );
}
