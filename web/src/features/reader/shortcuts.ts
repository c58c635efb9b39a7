import { useEffect, useEffectEvent } from 'react';
import { preference } from '../../lib/preferences.ts';

export type Command =
  | 'next'
  | 'previous'
  | 'scrollDown'
  | 'scrollUp'
  | 'first'
  | 'last'
  | 'goTo'
  | 'search'
  | 'nextHit'
  | 'previousHit'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomReset'
  | 'fitWidth'
  | 'fitPage'
  | 'rotate'
  | 'twoPages'
  | 'dark'
  | 'textView'
  | 'listen'
  | 'previousSentence'
  | 'nextSentence'
  | 'fullScreen'
  | 'panel'
  | 'nextRegion'
  | 'previousRegion'
  | 'chooseWords'
  | 'pageNote'
  | 'bookmark'
  | 'panLeft'
  | 'panRight'
  | 'help'
  | 'close';

/** All shortcuts, for handling keys and for the help. `ctrl` also stands for ⌘ on a Mac. */
export const SHORTCUTS: readonly { readonly command: Command; readonly keys: readonly string[] }[] = [
  { command: 'next', keys: ['ArrowRight', 'n', 'j'] },
  { command: 'previous', keys: ['ArrowLeft', 'p', 'k'] },
  { command: 'scrollDown', keys: ['Space', 'PageDown'] },
  { command: 'scrollUp', keys: ['Shift+Space', 'PageUp'] },
  { command: 'first', keys: ['Home'] },
  { command: 'last', keys: ['End'] },
  { command: 'goTo', keys: ['g'] },
  { command: 'search', keys: ['/', 'Ctrl+f'] },
  { command: 'nextHit', keys: ['F3'] },
  { command: 'previousHit', keys: ['Shift+F3'] },
  { command: 'zoomIn', keys: ['+', '=', 'Ctrl+=', 'Ctrl++'] },
  { command: 'zoomOut', keys: ['-', 'Ctrl+-'] },
  { command: 'zoomReset', keys: ['0', 'Ctrl+0'] },
  { command: 'fitWidth', keys: ['w'] },
  { command: 'fitPage', keys: ['z'] },
  { command: 'rotate', keys: ['r'] },
  { command: 'twoPages', keys: ['d'] },
  { command: 'dark', keys: ['i'] },
  { command: 'textView', keys: ['t'] },
  { command: 'listen', keys: ['l'] },
  { command: 'previousSentence', keys: [','] },
  { command: 'nextSentence', keys: ['.'] },
  { command: 'fullScreen', keys: ['f'] },
  { command: 'panel', keys: ['b'] },
  { command: 'nextRegion', keys: ['F6'] },
  { command: 'previousRegion', keys: ['Shift+F6'] },
  { command: 'chooseWords', keys: ['h', 'F2'] },
  { command: 'pageNote', keys: ['m', 'Shift+F2'] },
  { command: 'bookmark', keys: ['s'] },
  { command: 'panLeft', keys: ['Shift+ArrowLeft'] },
  { command: 'panRight', keys: ['Shift+ArrowRight'] },
  { command: 'help', keys: ['?'] },
  { command: 'close', keys: ['Escape'] },
];

const COMMAND_OF_KEY = new Map(
  SHORTCUTS.flatMap(({ command, keys }) => keys.map((key) => [key, command] as const)),
);

/** A single character: easily pressed by accident, or by speech input. */
export const isSingleKey = (key: string): boolean => key.length === 1;

const PUNCTUATION_OF_CODE: Readonly<Record<string, string>> = { Comma: ',', Period: '.', Slash: '/' };

/** On a layout with other letters than Latin ones, such as an Arabic one, a key is known by its place. */
function latinKeyOf({ key, code = '' }: { readonly key: string; readonly code?: string }): string {
  if (key === '؟') return '?';
  if (!/^(?=\p{L})\P{Script=Latin}/u.test(key)) return key;
  return /^Key[A-Z]$/.test(code) ? code.slice(3) : (PUNCTUATION_OF_CODE[code] ?? key);
}

/** Letters work on every keyboard layout; Shift counts only if it does not produce a character. */
export function commandOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
    readonly code?: string;
  },
  singleKeys = true,
) {
  if (event.altKey) return undefined;
  const pressed = latinKeyOf(event);
  const key = pressed === ' ' ? 'Space' : pressed.length === 1 ? pressed.toLowerCase() : pressed;
  const ctrl = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  const shift = event.shiftKey && key.length > 1 ? 'Shift+' : '';
  if (!singleKeys && ctrl === '' && isSingleKey(key)) return undefined;
  return COMMAND_OF_KEY.get(`${ctrl}${shift}${key}`);
}

/** In right-to-left books, the left arrow goes forward. */
export const mirrored = (command: Command, key: string, rtl: boolean): Command => {
  if (!rtl || !key.startsWith('Arrow')) return command;
  return command === 'next' ? 'previous' : command === 'previous' ? 'next' : command;
};

const OPPOSITE = new Map([
  ['ArrowLeft', 'ArrowRight'],
  ['ArrowRight', 'ArrowLeft'],
]);

/** The keys of a command in a book of this direction. */
export const keysOf = ({ command, keys }: (typeof SHORTCUTS)[number], rtl: boolean): string[] =>
  keys.map((key) => (mirrored(command, key, rtl) === command ? key : (OPPOSITE.get(key) ?? key)));

/** In a field, only keys that type nothing there: stepping through hits while the search is edited, and zooming. */
export function actsInField(
  command: Command,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  field: Element,
) {
  if (command === 'close')
    return field instanceof HTMLInputElement && field.type === 'search' && field.value === '';
  return event.ctrlKey || event.metaKey || /^F\d/.test(event.key);
}

/** Shortcuts work while no field is focused and no dialog is open. `run` returns true if the key was used. */
export function useShortcuts(rtl: boolean, run: (command: Command) => boolean): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = commandOf(event, preference('singleKeys'));
      if (!command || event.defaultPrevented) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest('[role="dialog"], [role="menu"], [role="application"]')) return;
      // There keys act on what is shown, but lead to the other regions.
      if (target?.closest('[data-own-keys]') && !command.endsWith('Region')) return;
      const field = target?.closest('input, textarea, select, [contenteditable]');
      if (field && !actsInField(command, event, field)) return;
      // A focused button handles Space itself.
      if (event.key === ' ' && target?.closest('button, a')) return;
      if (onCommand(mirrored(command, event.key, rtl))) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [rtl]);
}
