import type { HighlightColor } from '@vesalius/contract/reader';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icons.tsx';
import { TOOLBAR_HEIGHT } from '../layout/frame.ts';
import classes from './notes.module.css';
import type { SelectedQuote } from './use-selection.ts';

export const COLORS: readonly HighlightColor[] = ['yellow', 'green', 'blue', 'pink'];

/** Half of the menu's width with the longest labels, and its height (pixels). */
const HALF_WIDTH = 270;
const HEIGHT = 46;
/** The phone's bar below the pages, plus the handles below selected words (pixels). */
const BAR_AND_HANDLES = 218;

/**
 * The menu of a selection. With a mouse it is beside the selection. With touch it is at the farther edge of the window,
 * because the system's own menu is beside the words and the handles are below them.
 */
export function SelectionMenu({
  selected,
  isPhone,
  hasFocus = false,
  onHighlight,
  onNote,
  onListen,
  onCite,
  onCard,
  onLeave,
}: {
  selected: SelectedQuote;
  isPhone: boolean;
  onHighlight: (color: HighlightColor) => void;
  onNote: () => void;
  /** Reads aloud from here. */
  onListen: () => void;
  onCite: () => void;
  /** Highlights the passage and makes a card of it. Undefined if this user has no cards. */
  onCard?: (() => void) | undefined;
  /** Opened by keyboard: the first button has the focus. */
  hasFocus?: boolean;
  /** Called on Escape. */
  onLeave?: () => void;
}) {
  const { t } = useTranslation('reader');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [hasFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const onwards = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'Escape') onLeave?.();
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      buttons[(at + (event.key === onwards ? 1 : -1) + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { x, top, bottom } = selected.at;
  const byFinger = isPhone || (typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches);
  const below = bottom + HEIGHT + 10 < window.innerHeight;
  const style = byFinger
    ? undefined
    : {
        left: Math.min(Math.max(x, HALF_WIDTH), window.innerWidth - HALF_WIDTH),
        // The selection may be higher than the window.
        top: Math.max(TOOLBAR_HEIGHT + 8, below ? bottom + 10 : top - HEIGHT - 8),
      };
  const atTop = bottom > window.innerHeight - BAR_AND_HANDLES && top > TOOLBAR_HEIGHT + 2 * HEIGHT;
  return (
    // Pressing a button must not clear the selection.
    <div
      ref={box}
      className={byFinger ? classes.selectionBar : classes.selectionMenu}
      data-at={byFinger && atTop ? 'top' : undefined}
      style={style}
      role="toolbar"
      aria-label={t('notes.selection')}
      onPointerDown={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
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
      {onCard && (
        <button type="button" className={classes.addNote} onClick={onCard}>
          <Icon name="card" />
          {t('notes.makeCard')}
        </button>
      )}
      <button
        type="button"
        className={classes.addNote}
        onClick={onListen}
        aria-label={t('listening.fromHere')}
        title={t('listening.fromHere')}
      >
        <Icon name="listen" />
      </button>
      <button type="button" className={classes.addNote} onClick={onCite}>
        <Icon name="cite" />
        {t('notes.cite')}
      </button>
    </div>
  );
}
