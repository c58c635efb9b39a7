import { useMemo } from 'react';
import { FIRST_TEXT_SETTINGS, isDarkPaper, stepTextSize } from '../flow/text-settings.ts';
import { focusRegion } from '../focus-region.ts';
import { stepScale } from '../layout/page-layout.ts';
import { isFromTheRight } from '../layout/reading-direction.ts';
import { type Command, useShortcuts } from '../shortcuts.ts';
import type { View } from '../view.ts';
import type { ReaderModel } from './reader-model.ts';

/** The action of each command, for keys, buttons and menu items. */
export type Commands = Readonly<Record<Command, () => void>>;

type Parts = Pick<
  ReaderModel,
  'book' | 'focus' | 'hits' | 'listening' | 'notes' | 'noteTools' | 'overlays' | 'pages' | 'place' | 'view'
>;

export function useCommands(parts: Parts): Commands {
  const { book, focus, hits, listening, overlays, noteTools } = parts;
  const { view, change, isTurned, toggleFullScreen } = parts.view;
  const { scale, scrollBy, panBy } = parts.pages;
  const { page, goTo, step } = parts.place;
  const { selected, clearSelection, bookmarks } = parts.notes;
  return useMemo(() => {
    const isText = view.mode === 'text';
    const changeText = (part: Partial<View['text']>) => change({ text: { ...view.text, ...part } });
    const zoomBy = (direction: 1 | -1) => {
      if (isText) return changeText({ size: stepTextSize(view.text.size, direction) });
      change({ zoom: { kind: 'scale', scale: stepScale(scale, direction) } });
    };
    return {
      next: () => (isTurned ? scrollBy(1) : step(1)),
      previous: () => (isTurned ? scrollBy(-1) : step(-1)),
      scrollDown: () => scrollBy(1),
      scrollUp: () => scrollBy(-1),
      first: () => goTo(1),
      last: () => goTo(book.numberOfPages),
      goTo: () => focus.pageField.current?.focus(),
      search: () => overlays.openTab('search'),
      nextHit: () => hits.step(1),
      previousHit: () => hits.step(-1),
      zoomIn: () => zoomBy(1),
      zoomOut: () => zoomBy(-1),
      zoomReset: () =>
        isText ? changeText({ size: FIRST_TEXT_SETTINGS.size }) : change({ zoom: { kind: 'auto' } }),
      fitWidth: () => change({ zoom: { kind: 'width' } }),
      fitPage: () => change({ zoom: { kind: 'page' } }),
      rotate: () => change({ rotation: ((view.rotation + 90) % 360) as View['rotation'] }),
      twoPages: () => change({ twoPages: !view.twoPages }),
      dark: () =>
        isText
          ? changeText({ paper: isDarkPaper(view.text.paper) ? 'light' : 'dark' })
          : change({ dark: !view.dark }),
      textView: () => change({ mode: isText ? 'pages' : 'text' }),
      listen: listening.toggle,
      previousSentence: () => listening.step(-1),
      nextSentence: () => listening.step(1),
      fullScreen: toggleFullScreen,
      panel: () => (view.panelOpen ? overlays.closePanel() : overlays.openTab(view.tab, { withFocus: true })),
      nextRegion: () => focusRegion(1),
      previousRegion: () => focusRegion(-1),
      chooseWords: () => noteTools.chooseWords?.(),
      pageNote: () => noteTools.notePage?.(),
      bookmark: () => bookmarks?.toggle(page),
      panLeft: () => panBy(-1),
      panRight: () => panBy(1),
      help: () => overlays.setKeysOpen(true),
      close: () => (selected ? clearSelection() : overlays.closePanel()),
    };
  }, [
    book,
    focus,
    hits,
    listening,
    overlays,
    noteTools,
    view,
    change,
    isTurned,
    toggleFullScreen,
    scale,
    scrollBy,
    panBy,
    page,
    goTo,
    step,
    selected,
    clearSelection,
    bookmarks,
  ]);
}

/** A dialog is open, or its code is still loading: what is typed is meant for it. */
const hasDialog = ({ notes, overlays, listening }: Pick<ReaderModel, 'listening' | 'notes' | 'overlays'>) =>
  notes.editing !== null ||
  overlays.keysOpen ||
  overlays.textSettingsOpen ||
  overlays.citedPage !== null ||
  overlays.carded !== null ||
  overlays.openedCard !== null ||
  overlays.figure !== null ||
  listening.isSettingsOpen;

/** A command with nothing to do leaves its key to the browser. */
export function useCommandKeys(
  commands: Commands,
  {
    book,
    listening,
    notes,
    overlays,
    search,
    view,
  }: Pick<ReaderModel, 'book' | 'listening' | 'notes' | 'overlays' | 'search' | 'view'>,
): void {
  useShortcuts(isFromTheRight(book.language), (command) => {
    if (hasDialog({ notes, overlays, listening })) return false;
    // Nothing to close: the key keeps its browser meaning (leaving full screen).
    if (command === 'close' && notes.selected === null && !view.view.panelOpen) return false;
    if (command === 'bookmark' && notes.bookmarks === null) return false;
    if ((command === 'nextHit' || command === 'previousHit') && search.hits.length === 0) return false;
    if ((command === 'nextSentence' || command === 'previousSentence') && !listening.state) return false;
    commands[command]();
    return true;
  });
}
