import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import classes from './menu.module.css';
import { useIsPhone } from './use-device.ts';

/** The props of a menu's button. */
export interface MenuButton {
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  onClick(): void;
}

/** How far a menu can extend depends on where it begins. */
const knowTop = (menu: HTMLElement | null) =>
  menu?.style.setProperty('--menu-top', `${menu.getBoundingClientRect().top}px`);

/** A menu below its button: arrow keys move, Escape and a press outside close it, and so does a choice. */
export function Menu({
  button,
  align = 'start',
  children,
}: {
  button: (props: MenuButton) => ReactElement;
  align?: 'start' | 'end';
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement | null>(null);
  useBackCloses(useIsPhone() && open, () => setOpen(false));
  const focusButton = () => frame.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();

  useEffect(() => {
    if (!open) return;
    const items = () => [...(frame.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    items()[0]?.focus();
    const close = () => {
      setOpen(false);
      frame.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const all = items();
      const at = all.indexOf(document.activeElement as HTMLElement);
      const to: Record<string, number> = {
        ArrowDown: (at + 1) % all.length,
        ArrowUp: (at - 1 + all.length) % all.length,
        Home: 0,
        End: all.length - 1,
      };
      const next = to[event.key];
      if (next !== undefined) all[next]?.focus();
      else if (event.key === 'Escape' || event.key === 'Tab') close();
      else return;
      if (event.key !== 'Tab') event.preventDefault();
      event.stopPropagation();
    };
    const onPress = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onPress, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onPress, true);
    };
  }, [open]);

  return (
    <div className={classes.frame} ref={frame}>
      {button({
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the items are buttons; their clicks come through here
        <div
          id={id}
          role="menu"
          ref={knowTop}
          className={classes.menu}
          data-align={align}
          onClick={() => {
            setOpen(false);
            // The focused item disappears; a dialog that it opens returns the focus to the button.
            focusButton();
          }}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** `checked` makes it a toggle. */
export function MenuItem({
  onClick,
  checked,
  hint,
  children,
}: {
  onClick: () => void;
  checked?: boolean;
  /** The keyboard shortcut. */
  hint?: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      {...(checked === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      tabIndex={-1}
      className={classes.item}
      onClick={onClick}
    >
      <span>{children}</span>
      <span aria-hidden="true" className={classes.hint}>
        {checked ? '✓' : hint}
      </span>
    </button>
  );
}

export const MenuLine = () => <hr className={classes.line} />;
