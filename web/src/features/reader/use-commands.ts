import type { BookPages } from '@vesalius/contract/reader';
import { stepScale } from './layout/page-layout.ts';
import { isFromTheRight } from './layout/reading-direction.ts';
import type { PageScroller } from './layout/use-page-scroller.ts';
import { type Command, useShortcuts } from './shortcuts.ts';
import type { PanelTab, View } from './view.ts';

export interface CommandTargets {
  readonly data: BookPages;
  readonly view: View;
  readonly setView: (change: Partial<View>) => void;
  /** 1 = 100 percent. */
  readonly scale: number;
  readonly scroller: PageScroller;
  readonly hitCount: number;
  /** Words are selected: Escape lets them go first. */
  readonly hasSelection: boolean;
  goTo(page: number): void;
  step(direction: 1 | -1): void;
  stepHit(direction: 1 | -1): void;
  openTab(tab: PanelTab, how?: { withFocus: boolean }): void;
  focusPageField(): void;
  focusPages(): void;
  toggleFullScreen(): void;
  clearSelection(): void;
  showKeys(): void;
  /** Null: this reader keeps no notes. */
  readonly chooseWords: (() => void) | null;
  readonly notePage: (() => void) | null;
}

/** What each key does. A command that has nothing to do leaves the key to the browser. */
export function useCommands(to: CommandTargets): void {
  const { view, setView, scale, scroller } = to;
  const zoomBy = (direction: 1 | -1) =>
    setView({ zoom: { kind: 'scale', scale: stepScale(scale, direction) } });
  /** What had the focus in it goes away. */
  const closePanel = () => {
    setView({ panelOpen: false });
    to.focusPages();
  };
  const run: Record<Command, () => unknown> = {
    next: () => to.step(1),
    previous: () => to.step(-1),
    scrollDown: () => scroller.scrollBy(1),
    scrollUp: () => scroller.scrollBy(-1),
    first: () => to.goTo(1),
    last: () => to.goTo(to.data.book.number_of_pages),
    goTo: to.focusPageField,
    search: () => to.openTab('search'),
    nextHit: () => to.stepHit(1),
    previousHit: () => to.stepHit(-1),
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    zoomReset: () => setView({ zoom: { kind: 'auto' } }),
    fitWidth: () => setView({ zoom: { kind: 'width' } }),
    fitPage: () => setView({ zoom: { kind: 'page' } }),
    rotate: () => setView({ rotation: ((view.rotation + 90) % 360) as View['rotation'] }),
    twoPages: () => setView({ twoPages: !view.twoPages }),
    dark: () => setView({ dark: !view.dark }),
    fullScreen: to.toggleFullScreen,
    panel: () => (view.panelOpen ? closePanel() : to.openTab(view.tab, { withFocus: true })),
    chooseWords: () => to.chooseWords?.(),
    pageNote: () => to.notePage?.(),
    panLeft: () => scroller.panBy(-1),
    panRight: () => scroller.panBy(1),
    help: to.showKeys,
    close: () => (to.hasSelection ? to.clearSelection() : closePanel()),
  };
  useShortcuts(isFromTheRight(to.data.book.language), (command) => {
    // Nothing to close: the key keeps its own meaning (leaving full screen).
    if (command === 'close' && !to.hasSelection && !view.panelOpen) return false;
    if ((command === 'nextHit' || command === 'previousHit') && to.hitCount === 0) return false;
    run[command]();
    return true;
  });
}
