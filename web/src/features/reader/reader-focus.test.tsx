import { renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BookPages } from '@vesalius/contract/reader';
import { useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { choosePreference } from '../../lib/preferences.ts';
import { renderScreen } from '../../testing/render.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { NotesPanel } from './notes/notes-panel.tsx';
import { SelectionMenu } from './notes/selection-menu.tsx';
import { noteOf } from './notes/testing/open-book.tsx';
import type { Annotations } from './notes/use-annotations.ts';
import type { SelectedQuote } from './notes/use-selection.ts';
import { copyOwn } from './own-copy.ts';
import { PageField } from './page-field.tsx';
import { actsInField } from './shortcuts.ts';
import { useCopyProtection } from './use-copy-protection.ts';

const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false });

describe('keys within a field', () => {
  const field = document.createElement('input');
  it.each([
    ['nextHit', key('F3'), true],
    ['search', key('f', true), true],
    ['zoomIn', key('+', true), true],
    ['goTo', key('g'), false],
    ['scrollDown', key(' '), false],
    ['close', key('Escape'), false],
  ] as const)('%s acts: %o %s', (command, event, expected) => {
    expect(actsInField(command, event, field)).toBe(expected);
  });
  it('close the panel from an empty search', () => {
    const search = Object.assign(document.createElement('input'), { type: 'search' });
    expect(actsInField('close', key('Escape'), search)).toBe(true);
    search.value = 'valve';
    expect(actsInField('close', key('Escape'), search)).toBe(false);
  });
});

describe('the focus', () => {
  it('returns to the menu’s button after a choice', async () => {
    await renderScreen(
      <Menu button={(props) => <button {...props}>More</button>}>
        <MenuItem onClick={() => {}}>Rotate</MenuItem>
      </Menu>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  it('leaves the page field on Enter and Escape, but not for a page that does not exist', async () => {
    const onLeave = vi.fn();
    await renderScreen(
      <PageField
        page={7}
        labels={null}
        numberOfPages={40}
        onGo={() => {}}
        onStep={() => {}}
        onLeave={onLeave}
      />,
      { namespaces: ['reader'] },
    );
    const field = screen.getByRole('textbox');
    await userEvent.clear(field);
    await userEvent.type(field, '99{Enter}');
    expect(onLeave).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, '9{Enter}');
    expect(onLeave).toHaveBeenCalledTimes(1);
    await userEvent.type(field, '{Escape}');
    expect(onLeave).toHaveBeenCalledTimes(2);
  });
});

describe('a list of notes', () => {
  it('moves the focus to the next row after a deletion', async () => {
    const data = {
      book: { title: 'The Heart', author: 'A. Writer' },
      labels: null,
      access: { annotates: true },
    } as BookPages;
    function Panel() {
      const [all, setAll] = useState([noteOf('first', '1'), noteOf('second', '2'), noteOf('third', '3')]);
      return (
        <NotesPanel
          data={data}
          annotations={{ all } as unknown as Annotations}
          onGo={() => {}}
          // Deletes the note like the editor's button.
          onEdit={({ id }) => setAll(all.filter((each) => each.id !== id))}
          onUnmark={undefined}
          cards={undefined}
          onChooseWords={null}
          onPageNote={null}
        />
      );
    }
    await renderScreen(<Panel />, { namespaces: ['reader'] });
    const edits = () => screen.getAllByRole('button', { name: 'Note on page 7' });
    edits()[1]?.focus();
    await userEvent.keyboard('{Enter}');
    expect(edits()).toHaveLength(2);
    expect(edits()[1]).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(edits()).toHaveLength(1);
    expect(edits()[0]).toHaveFocus();
  });
});

describe('the selection menu', () => {
  const show = async (top: number, bottom: number, isPhone: boolean) => {
    const selected = { at: { x: 5, top, bottom } } as SelectedQuote;
    await renderScreen(
      <SelectionMenu
        selected={selected}
        isPhone={isPhone}
        onHighlight={() => {}}
        onNote={() => {}}
        onListen={() => {}}
        onCite={() => {}}
      />,
      { namespaces: ['reader'] },
    );
    return screen.getByRole('toolbar');
  };
  it('stays within the window when the selection is higher', async () => {
    const { style } = await show(-400, window.innerHeight + 400, false);
    expect(Number.parseFloat(style.top)).toBeGreaterThan(56);
    expect(Number.parseFloat(style.left)).toBeGreaterThanOrEqual(150);
  });
  it('moves to the upper edge of a phone when the selection is at the lower one', async () => {
    const { innerHeight } = window;
    expect(await show(innerHeight - 120, innerHeight - 100, true)).toHaveAttribute('data-at', 'top');
  });
  it('is otherwise above the bar of a phone', async () => {
    expect(await show(200, 220, true)).not.toHaveAttribute('data-at');
  });
});

describe('the reader’s own note in the clipboard', () => {
  let clipboard = '';
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        writeText: async (text: string) => {
          clipboard = text;
        },
      },
    });
    return () => vi.useRealTimers();
  });

  it('stays when the focus returns to the pages, until they are touched', async () => {
    const area = document.createElement('div');
    area.tabIndex = 0;
    document.body.append(area);
    const { unmount } = renderHook(() => useCopyProtection({ current: area }, true));
    area.focus();
    vi.advanceTimersByTime(300);
    expect(clipboard).toBe('Access Restricted');

    area.blur();
    expect(await copyOwn('Ask on the ward round')).toBe(true);
    area.focus();
    vi.advanceTimersByTime(900);
    expect(clipboard).toBe('Ask on the ward round');
    area.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    vi.advanceTimersByTime(300);
    expect(clipboard).toBe('Access Restricted');
    unmount();
    area.remove();
  });

  it('and all other text stay for users with clipboard tools; only copying from the book is refused', () => {
    choosePreference('clipboardFree', true);
    clipboard = 'dictated';
    const area = document.createElement('div');
    area.tabIndex = 0;
    document.body.append(area);
    const { unmount } = renderHook(() => useCopyProtection({ current: area }, true));
    area.focus();
    area.dispatchEvent(new KeyboardEvent('keydown', { key: ',', bubbles: true }));
    vi.advanceTimersByTime(900);
    expect(clipboard).toBe('dictated');
    const copy = new Event('copy', { bubbles: true, cancelable: true });
    area.dispatchEvent(copy);
    expect(copy.defaultPrevented).toBe(true);
    unmount();
    area.remove();
  });
});
