import { useMemo, useState } from 'react';
import { leaveEntryToNavigation, useBackCloses } from '../../../lib/use-back-closes.ts';
import type { EnlargedFigure } from '../flow/page-cut.tsx';
import { usePrint } from '../print-sheet.tsx';
import type { PanelTab } from '../view.ts';
import type { Focus } from './use-focus.ts';
import type { Viewing } from './use-viewing.ts';

/** Sheets on a phone: the panels, the page's materials and tests, and going to a page. */
export type Sheet = PanelTab | 'lectures' | 'tests' | 'goTo';

/** With the text as it is written now. */
interface Carded {
  readonly annotationId: string;
  readonly quote: string;
  readonly note: string;
  /** Removes the highlight that was created for the card; for when none is made. */
  readonly discard?: () => void;
}

/** What opens beside or above the pages. */
export interface Overlays {
  /** The open sheet on a phone; null = none. */
  readonly sheet: Sheet | null;
  openSheet(sheet: Sheet): void;
  closeSheet(): void;
  /** Goes to a page from the open sheet. */
  leaveSheet(page: number): void;
  /** Opens a tab in a sheet on a phone, otherwise in the panel beside the pages. */
  openTab(tab: PanelTab, how?: { withFocus: boolean }): void;
  closePanel(): void;
  readonly keysOpen: boolean;
  setKeysOpen(open: boolean): void;
  readonly textSettingsOpen: boolean;
  setTextSettingsOpen(open: boolean): void;
  /** The page whose citation is open; null = none. */
  readonly citedPage: number | null;
  cite(page: number | null): void;
  /** The note of which a card is made; null = none. */
  readonly carded: Carded | null;
  makeCard(of: Carded | null): void;
  /** The note whose card is open, by its id; null = none. */
  readonly openedCard: string | null;
  openCard(annotationId: string | null): void;
  /** The figure of the text view that is shown large; null = none. */
  readonly figure: EnlargedFigure | null;
  enlarge(figure: EnlargedFigure | null): void;
  readonly print: ReturnType<typeof usePrint>;
}

/** A panel or sheet is in the document after this time (milliseconds). */
const OPEN_DELAY_MS = 50;

export function useOverlays({ isPhone, change }: Viewing, focus: Focus, page: number): Overlays {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [keysOpen, setKeysOpen] = useState(false);
  const [textSettingsOpen, setTextSettingsOpen] = useState(false);
  const [citedPage, cite] = useState<number | null>(null);
  const [carded, makeCard] = useState<Carded | null>(null);
  const [openedCard, openCard] = useState<string | null>(null);
  const [figure, enlarge] = useState<EnlargedFigure | null>(null);
  const print = usePrint();
  const closeSheet = useBackCloses(isPhone && sheet !== null, () => setSheet(null));
  return useMemo(() => {
    const openTab: Overlays['openTab'] = (tab, { withFocus = false } = { withFocus: false }) => {
      if (isPhone) setSheet(tab);
      else change({ tab, panelOpen: true });
      if (tab === 'search') setTimeout(() => focus.searchField.current?.focus(), OPEN_DELAY_MS);
      else if (withFocus)
        setTimeout(() => document.getElementById(`reader-tab-${tab}`)?.focus(), OPEN_DELAY_MS);
    };
    return {
      sheet: isPhone ? sheet : null,
      openSheet: (next) => (next === 'search' ? openTab(next) : setSheet(next)),
      closeSheet,
      leaveSheet(to) {
        // Going to another page replaces the sheet's history entry; staying on this page removes it.
        if (to === page) return closeSheet();
        leaveEntryToNavigation();
        setSheet(null);
      },
      openTab,
      closePanel() {
        change({ panelOpen: false });
        // The focused element of the sheet disappears.
        focus.focusPages();
      },
      keysOpen,
      setKeysOpen,
      textSettingsOpen,
      setTextSettingsOpen,
      citedPage,
      cite,
      carded,
      makeCard,
      openedCard,
      openCard,
      figure,
      enlarge,
      print,
    };
  }, [
    isPhone,
    change,
    focus,
    page,
    sheet,
    closeSheet,
    keysOpen,
    textSettingsOpen,
    citedPage,
    carded,
    openedCard,
    figure,
    print,
  ]);
}
