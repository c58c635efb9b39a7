import type { Annotation, BookPages } from '@vesalius/contract/reader';
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveEntryToNavigation, useBackCloses } from '../../lib/use-back-closes.ts';
import type { PageEngine } from './engine/page-engine.ts';
import { FRAME_STYLE } from './layout/frame.ts';
import { PIXELS_A_POINT } from './layout/page-layout.ts';
import { isFromTheRight } from './layout/reading-direction.ts';
import { usePageScroller } from './layout/use-page-scroller.ts';
import { NoteTools } from './notes/note-tools.tsx';
import { useNoteEditing } from './notes/use-note-editing.ts';
import { useNoteTools } from './notes/use-note-tools.ts';
import { sizesOf } from './page-labels.ts';
import { usePageLayers } from './page-layers.tsx';
import { PagesArea } from './pages-area.tsx';
import { PhoneBar, type Sheet } from './phone-bar.tsx';
import { PreviewBar, PreviewLock } from './preview-lock.tsx';
import { PrintSheet, usePrint } from './print-sheet.tsx';
import classes from './reader.module.css';
import { ReaderDialogs } from './reader-dialogs.tsx';
import { ReaderToolbar } from './reader-toolbar.tsx';
import { useBookSearch } from './search/use-book-search.ts';
import { useHitSteps } from './search/use-hit-steps.ts';
import { type Panels, SidePanel } from './side-panel.tsx';
import type { ReaderLinks, ReaderSlots, ReadingPlace } from './slots.ts';
import { useCommands } from './use-commands.ts';
import { useCopyProtection } from './use-copy-protection.ts';
import { useFullScreen, useIsPhone } from './use-device.ts';
import { useFirstPageShown } from './use-first-page-shown.ts';
import { type PlaceReport, useNavigation } from './use-navigation.ts';
import { usePageAnnouncement } from './use-page-announcement.ts';
import { usePreloadAhead } from './use-preload-ahead.ts';
import { useReadingProgress } from './use-reading-progress.ts';
import { useSettled } from './use-settled.ts';
import { useView } from './use-view.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import type { PanelTab } from './view.ts';

export interface ReaderProps {
  readonly data: BookPages;
  readonly engine: PageEngine;
  /** From the address, or where reading stopped. */
  readonly askedPage: number;
  readonly onPlace: PlaceReport;
  readonly slots: ReaderSlots;
  readonly links: ReaderLinks;
  /** Something did not work, in words. */
  readonly onMessage: (text: string) => void;
  /** With `true` as soon as the first page can be read: the time for everything else. */
  readonly onFirstPage?: (shown: boolean) => void;
  /** More entries of the menu. */
  readonly menu?: ReactNode;
}

const NO_SLOTS: ReaderSlots = {};

export function Reader({
  data,
  engine,
  askedPage,
  onPlace,
  slots,
  links,
  onMessage,
  onFirstPage,
  menu,
}: ReaderProps) {
  const { t } = useTranslation('reader');
  const { book, access } = data;
  const [view, setView] = useView();
  const isPhone = useIsPhone();
  const { isFullScreen, toggle: toggleFullScreen, leave: leaveFullScreen } = useFullScreen();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [keysOpen, setKeysOpen] = useState(false);
  const pageFieldRef = useRef<HTMLInputElement | null>(null);
  const searchFieldRef = useRef<HTMLInputElement | null>(null);

  const move = useRef<((page: number, y?: number) => void) | null>(null);
  const navigation = useNavigation(data, askedPage, onPlace, move);
  const { page, startPage, onPage, range, blocked } = navigation;
  const closeSheet = useBackCloses(isPhone && sheet !== null, () => setSheet(null));
  const isSheetOpen = sheet !== null;
  const goTo = useCallback<typeof navigation.goTo>(
    (to, y, how = isSheetOpen ? 'instead' : 'jump') => navigation.goTo(to, y, how),
    [navigation.goTo, isSheetOpen],
  );
  // Going to another page takes the sheet's entry of the history; staying on this one gives it back.
  const leaveSheet = (to: number) => {
    if (to === page) return closeSheet();
    leaveEntryToNavigation();
    setSheet(null);
  };
  const sizes = useMemo(() => sizesOf(data.sizes), [data.sizes]);
  const twoPages = view.twoPages && !isPhone;
  const scroller = usePageScroller({
    sizes,
    first: range.first,
    last: range.last,
    zoom: view.zoom,
    rotation: view.rotation,
    twoPages,
    rtl: isFromTheRight(book.language),
    startPage,
    onPage,
  });
  move.current = scroller.goTo;
  const scale = (scroller.layout?.scale ?? PIXELS_A_POINT) / PIXELS_A_POINT;
  useZoomGestures(scroller.ref, scale, (next, x, y) => {
    scroller.pinPoint(x, y);
    setView({ zoom: { kind: 'scale', scale: next } });
  });
  const side = twoPages && page > 1 ? page + (page % 2 === 0 ? 1 : -1) : page;
  const visible = side === page || side > book.number_of_pages ? [page] : [page, side];
  const progressStores = useReadingProgress(data, page, visible);
  useCopyProtection(scroller.ref, !access.granted || access.records);
  const [lockSeen, setLockSeen] = useState(false);
  const [isShown, shown] = useFirstPageShown(onFirstPage);
  usePreloadAhead(engine, page, scroller.direction, range, isShown, scroller.resting);
  const print = usePrint();

  const say = useCallback(() => onMessage(t('notes.failed')), [onMessage, t]);
  const notes = useNoteEditing(book.id, access.annotates, scroller.ref, engine, say);
  const search = useBookSearch(book.id);
  const uncover = () => isSheetOpen && closeSheet();
  const tools = useNoteTools(data, { area: scroller.ref, engine, notes, page, goTo, uncover });
  const hitSteps = useHitSteps(search, engine, page, goTo, leaveSheet, book.language);
  const layers = usePageLayers(notes.annotations, search, notes.edit, tools.choosing.caret);

  const place: ReadingPlace = useMemo(
    () => ({
      bookId: book.id,
      page,
      numberOfPages: book.number_of_pages,
      granted: access.granted,
      records: access.records,
      progressStores,
      goTo: (to) => goTo(to),
      leaveFullScreen,
    }),
    [book, page, access, progressStores, goTo, leaveFullScreen],
  );

  const openTab = (tab: PanelTab, { withFocus = false } = {}) => {
    if (isPhone) setSheet(tab);
    else setView({ tab, panelOpen: true });
    if (tab === 'search') setTimeout(() => searchFieldRef.current?.focus(), 50);
    else if (withFocus) setTimeout(() => document.getElementById(`reader-tab-${tab}`)?.focus(), 50);
  };
  const focusPages = () => scroller.ref.current?.focus({ preventScroll: true });
  const step = (direction: 1 | -1) => {
    // Side by side, pages go by in pairs: from 2-3 to 4-5, and from the cover to 2-3.
    const by = twoPages && !(page === 1 && direction === 1) ? 2 : 1;
    goTo(Math.min(book.number_of_pages, Math.max(1, page + direction * by)));
  };
  useCommands({
    data,
    view,
    setView,
    scale,
    scroller,
    hitCount: search.hits.length,
    hasSelection: notes.selected !== null,
    goTo,
    step,
    stepHit: hitSteps.step,
    openTab,
    focusPageField: () => pageFieldRef.current?.focus(),
    focusPages,
    toggleFullScreen,
    clearSelection: notes.clearSelection,
    showKeys: () => setKeysOpen(true),
    chooseWords: tools.chooseWords,
    notePage: tools.notePage,
  });

  const panels: Panels = {
    data,
    engine,
    sizes,
    page,
    annotations: notes.annotations,
    search,
    searchFieldRef,
    marks: slots.chapterMarks,
    onGo: (to: number) => {
      goTo(to);
      leaveSheet(to);
    },
    onStepHit: hitSteps.step,
    onChooseHit: hitSteps.choose,
    onGoToNote: (annotation: Annotation) => {
      goTo(annotation.note.pageNumber, annotation.rects[0]?.y);
      leaveSheet(annotation.note.pageNumber);
    },
    onEditNote: notes.edit,
    onChooseWords: tools.chooseWords,
    onPageNote: tools.notePage,
  };
  // What other features bring is forty files: the first page has the line for itself.
  const { Watcher, Alert, PagePanel } = isShown ? slots : NO_SLOTS;
  // Pages that are only passed by need no panel: it would be rendered anew for each, and the scrolling would wait.
  const settled = useSettled(place, scroller.resting);
  usePageAnnouncement(settled.page, data);
  const alert = useMemo(() => Alert && <Alert place={settled} />, [Alert, settled]);
  const pagePanel = useMemo(() => PagePanel && <PagePanel place={settled} />, [PagePanel, settled]);

  return (
    <div
      className={classes.reader}
      style={FRAME_STYLE}
      data-dark-pages={view.dark || undefined}
      data-language={book.language}
    >
      <ReaderToolbar
        data={data}
        page={page}
        view={view}
        scale={scale}
        isPhone={isPhone}
        isFullScreen={isFullScreen}
        links={links}
        hasPagePanel={slots.PagePanel !== undefined}
        pageFieldRef={pageFieldRef}
        onGo={goTo}
        onLeaveField={focusPages}
        onStep={step}
        onView={setView}
        onSearch={() => openTab('search')}
        onFullScreen={toggleFullScreen}
        onPrint={print.start}
        onKeys={() => setKeysOpen(true)}
        onChooseWords={tools.chooseWords}
        onPageNote={tools.notePage}
        menu={menu}
      />
      <Suspense>{alert}</Suspense>
      <div className={classes.body}>
        {!isPhone && view.panelOpen && (
          <SidePanel
            {...panels}
            tab={view.tab}
            onTab={openTab}
            onClose={() => {
              setView({ panelOpen: false });
              focusPages();
            }}
          />
        )}
        <PagesArea
          data={data}
          engine={engine}
          sizes={sizes}
          scroller={scroller}
          view={view}
          hit={hitSteps.shown}
          layers={layers}
          onDrawn={shown}
          onClick={notes.openAt}
        >
          {!access.granted && (
            <PreviewLock
              data={data}
              lastShown={range.last}
              links={links}
              onNext={() => {
                goTo(range.last + 1);
                focusPages();
              }}
              onSeen={setLockSeen}
            />
          )}
        </PagesArea>
        {!isPhone && slots.PagePanel && view.pagePanelOpen && (
          <aside className={classes.pagePanel} aria-label={t('view.onThisPage')}>
            <Suspense>{pagePanel}</Suspense>
          </aside>
        )}
      </div>
      {!access.granted && !lockSeen && <PreviewBar data={data} page={page} links={links} jumped={blocked} />}
      {Watcher && (
        <Suspense>
          <Watcher place={place} />
        </Suspense>
      )}
      {isPhone && <PhoneBar page={page} data={data} slots={slots} links={links} onOpen={setSheet} />}
      <NoteTools notes={notes} choosing={tools.choosing} isPhone={isPhone} />
      <ReaderDialogs
        data={data}
        notes={notes}
        keysOpen={keysOpen}
        onCloseKeys={() => setKeysOpen(false)}
        sheet={isPhone ? sheet : null}
        onSheet={(next) => (next === 'search' ? openTab(next) : setSheet(next))}
        onCloseSheet={closeSheet}
        panels={panels}
        slots={slots}
        place={place}
        onStep={step}
      />
      <PrintSheet data={data} engine={engine} page={page} print={print} />
    </div>
  );
}
