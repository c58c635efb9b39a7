import { describe, expect, it } from 'vitest';
import { commandOf, mirrored } from './shortcuts.ts';

const press = (
  key: string,
  more: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

describe('the viewer’s shortcuts', () => {
  it.each([
    ['ArrowRight', {}, 'next'],
    [' ', {}, 'scrollDown'],
    [' ', { shiftKey: true }, 'scrollUp'],
    ['?', { shiftKey: true }, 'help'],
    ['+', { shiftKey: true }, 'zoomIn'],
    ['f', {}, 'fullScreen'],
    ['f', { ctrlKey: true }, 'search'],
    ['f', { metaKey: true }, 'search'],
    ['F3', { shiftKey: true }, 'previousHit'],
    ['G', { shiftKey: true }, 'goTo'],
    ['c', { ctrlKey: true }, undefined],
    ['r', { ctrlKey: true }, undefined],
    ['ArrowLeft', { altKey: true }, undefined],
  ] as const)('%s %o is %s', (key, more, command) => {
    expect(press(key, more)).toBe(command);
  });
  it.each([
    ['ى', 'KeyN', 'next'],
    ['لا', 'KeyB', 'panel'],
    ['؟', 'Slash', 'help'],
    ['ظ', 'Slash', 'search'],
    ['و', 'Comma', 'previousSentence'],
    ['т', 'KeyN', 'next'],
    ['é', 'Digit2', undefined],
  ])('knows %s of another alphabet by the place of its key', (key, code, command) => {
    const event = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, key, code };
    expect(commandOf(event)).toBe(command);
    if (command) expect(commandOf(event, false)).toBeUndefined();
  });
  it('ignores single characters if they are turned off', () => {
    const off = (key: string, ctrlKey = false) =>
      commandOf({ key, ctrlKey, metaKey: false, altKey: false, shiftKey: false }, false);
    for (const key of ['n', 'B', '/', '?', '+', '0']) expect(off(key)).toBeUndefined();
    expect(off('f', true)).toBe('search');
    expect(off('ArrowRight')).toBe('next');
    expect(off('F2')).toBe('chooseWords');
    expect(off('Escape')).toBe('close');
  });
  it('mirrors the arrow keys in right-to-left books', () => {
    expect(mirrored('next', 'ArrowRight', true)).toBe('previous');
    expect(mirrored('next', 'n', true)).toBe('next');
    expect(mirrored('next', 'ArrowRight', false)).toBe('next');
  });
});
