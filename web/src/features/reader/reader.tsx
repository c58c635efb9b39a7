import type { Annotation, BookPages, HighlightColor } from '@vesalius/contract/reader';
import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { findHits } from '@vesalius/contract/reader-search';
import { type PageText, plainPageText } from '@vesalius/contract/reader-text';
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEngine } from './engine/page-engine.ts';
import { framedLazy } from './framed-lazy.tsx';
import { PIXELS_A_POINT, stepScale } from './layout/page-layout.ts';
import { usePageScroller } from './layout/use-page-scroller.ts';
import { SelectionMenu } from './notes/selection-menu.tsx';
import { type Annotations, useAnnotations } from './notes/use-annotations.ts';
import { useSelection } from './notes/use-selection.ts';
import { labelOf, sizesOf } from './page-labels.ts';
import { HighlightLayer } from './page-marks.tsx';
import { PageView } from './page-view.tsx';
import { PhoneBar, type Sheet } from './phone-bar.tsx';
import { PreviewBar, PreviewLock } from './preview-lock.tsx';
import { PrintSheet, usePrint } from './print-sheet.tsx';
import classes from './reader.module.css';
import { ReaderToolbar } from './reader-toolbar.tsx';
import { SearchMarks } from './search/search-marks.tsx';
import { useBookSearch } from './search/use-book-search.ts';
import { type Command, useShortcuts } from './shortcuts.ts';
import { SidePanel } from './side-panel.tsx';
import type { ReaderLinks, ReaderSlots, ReadingPlace } from './slots.ts';
import { useCopyProtection } from './use-copy-protection.ts';
import { useFullScreen, useIsPhone } from './use-device.ts';
import { type PlaceReport, useNavigation } from './use-navigation.ts';
import { usePreloadAhead } from './use-preload-ahead.ts';
import { useReadingProgress } from './use-reading-progress.ts';
import { type PanelTab, useView } from './use-view.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';

const NoteEditor = framedLazy(() => import('./notes/note-editor.tsx').then((module) => module.NoteEditor));
const ShortcutsDialog = framedLazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
);
const Sheets = framedLazy(() => import('./sheets.tsx').then((module) => module.Sheets));

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
  /** More entries of the menu. */
  readonly menu?: ReactNode;
}

export function Reader({ data, engine, askedPage, onPlace, slots, links, onMessage, menu }: ReaderProps) {
  const { t } = useTranslation('reader');
  const { book, access, labels } = data;
  const [view, setView] = useView();
  const isPhone = useIsPhone();
  const { isFullScreen, toggle: toggleFullScreen, leave: leaveFullScreen } = useFullScreen();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [keysOpen, setKeysOpen] = useState(false);
  const [editing, setEditing] = useState<Annotation | null>(null);
  const pageFieldRef = useRef<HTMLInputElement | null>(null);
  const searchFieldRef = useRef<HTMLInputElement | null>(null);

  const move = useRef<((page: number, y?: number) => void) | null>(null);
  const { page, startPage, onPage, range, blocked, goTo } = useNavigation(data, askedPage, onPlace, move);
  const sizes = useMemo(() => sizesOf(data.sizes), [data.sizes]);
  const twoPages = view.twoPages && !isPhone;
  const scroller = usePageScroller({
    sizes,
    first: range.first,
    last: range.last,
    zoom: view.zoom,
    rotation: view.rotation,
    twoPages,
    startPage,
    onPage,
  });
  const { layout, mounted, resting } = scroller;
  move.current = scroller.goTo;
  const scale = (layout?.scale ?? PIXELS_A_POINT) / PIXELS_A_POINT;

  useZoomGestures(scroller.ref, scale, (next, x, y) => {
    scroller.pinPoint(x, y);
    setView({ zoom: { kind: 'scale', scale: next } });
  });
  useReadingProgress(data, page);
  useCopyProtection(scroller.ref, !access.granted || access.records);
  const [isShown, setShown] = useState(false);
  const shown = useCallback(() => setShown(true), []);
  usePreloadAhead(engine, page, scroller.direction, range, isShown);
  const print = usePrint();

  const say = useCallback(() => onMessage(t('notes.failed')), [onMessage, t]);
  const annotations = useAnnotations(book.id, access.annotates, say);
  const [selected, clearSelection] = useSelection(scroller.ref, engine);
  const search = useBookSearch(book.id);

  const place: ReadingPlace = useMemo(
    () => ({
      bookId: book.id,
      page,
      numberOfPages: book.number_of_pages,
      granted: access.granted,
      records: access.records,
      goTo: (to) => goTo(to),
      leaveFullScreen,
    }),
    [book, page, access, goTo, leaveFullScreen],
  );

  const openTab = (tab: PanelTab) => {
    if (isPhone) setSheet(tab);
    else setView({ tab, panelOpen: true });
    if (tab === 'search') setTimeout(() => searchFieldRef.current?.focus(), 50);
  };
  const stepHit = (direction: 1 | -1) => {
    const count = search.hits.length;
    if (count === 0) return;
    const from =
      search.current >= 0 ? search.current : direction === 1 ? firstHitFrom(search.hits, page) - 1 : 0;
    const next = (from + direction + count) % count;
    if (direction === 1 && next > count - 5 && search.hasMore) search.loadMore();
    void chooseHit(next);
  };
  const chooseHit = async (index: number) => {
    const hit = search.hits[index];
    if (!hit) return;
    search.choose(index);
    if (isPhone) setSheet(null);
    goTo(hit.page);
    const y = await hitPosition(engine, hit, search.terms);
    if (y !== null) goTo(hit.page, y, 'silent');
  };
  const step = (direction: 1 | -1) => {
    // Side by side, pages go by in pairs: from 2-3 to 4-5, and from the cover to 2-3.
    const by = twoPages && !(page === 1 && direction === 1) ? 2 : 1;
    goTo(Math.min(book.number_of_pages, Math.max(1, page + direction * by)));
  };

  const run = (command: Command): boolean => {
    const zoomBy = (direction: 1 | -1) =>
      setView({ zoom: { kind: 'scale', scale: stepScale(scale, direction) } });
    const commands: Record<Command, () => unknown> = {
      next: () => step(1),
      previous: () => step(-1),
      scrollDown: () => scroller.scrollBy(1),
      scrollUp: () => scroller.scrollBy(-1),
      first: () => goTo(1),
      last: () => goTo(book.number_of_pages),
      goTo: () => pageFieldRef.current?.focus(),
      search: () => openTab('search'),
      nextHit: () => stepHit(1),
      previousHit: () => stepHit(-1),
      zoomIn: () => zoomBy(1),
      zoomOut: () => zoomBy(-1),
      zoomReset: () => setView({ zoom: { kind: 'auto' } }),
      fitWidth: () => setView({ zoom: { kind: 'width' } }),
      fitPage: () => setView({ zoom: { kind: 'page' } }),
      rotate: () => setView({ rotation: ((view.rotation + 90) % 360) as typeof view.rotation }),
      twoPages: () => setView({ twoPages: !view.twoPages }),
      dark: () => setView({ dark: !view.dark }),
      fullScreen: toggleFullScreen,
      panel: () => setView({ panelOpen: !view.panelOpen }),
      help: () => setKeysOpen(true),
      close: () => (selected ? clearSelection() : setView({ panelOpen: false })),
    };
    // Nothing to close: the key keeps its own meaning (leaving full screen).
    if (command === 'close' && !selected && !view.panelOpen) return false;
    if ((command === 'nextHit' || command === 'previousHit') && search.hits.length === 0) return false;
    commands[command]();
    return true;
  };
  useShortcuts(book.language === 'ar', run);

  const highlight = (color: HighlightColor, withNote: boolean) => {
    if (!selected) return;
    const made = annotations.create({
      book_id: book.id,
      note: { pageNumber: selected.page, quote: selected.quote },
      color,
      rects: [...selected.rects],
      quote_before: selected.quoteBefore,
      quote_after: selected.quoteAfter,
    });
    clearSelection();
    if (withNote) setEditing(made);
  };

  const currentHit = search.current >= 0 ? search.hits[search.current] : undefined;
  const layers = useCallback(
    (number: number, text: PageText | null) => (
      <>
        <HighlightLayer
          annotations={annotations.onPage(number)}
          label={(each) =>
            each.note.text
              ? t('notes.open', { text: each.note.text.slice(0, 80) })
              : t('notes.openHighlight', { text: each.note.quote.slice(0, 80) })
          }
          onOpen={setEditing}
        />
        {text && search.terms.length > 0 && (
          <SearchMarks
            text={text}
            terms={search.terms}
            current={currentHit?.page === number ? currentHit.index : null}
          />
        )}
      </>
    ),
    [annotations.onPage, search.terms, currentHit, t],
  );

  const panels = {
    data,
    engine,
    sizes,
    page,
    annotations,
    search,
    searchFieldRef,
    marks: slots.chapterMarks,
    onGo: (to: number) => {
      goTo(to);
      if (isPhone) setSheet(null);
    },
    onStepHit: stepHit,
    onChooseHit: (index: number) => void chooseHit(index),
    onGoToNote: (annotation: Annotation) => {
      goTo(annotation.note.pageNumber, annotation.rects[0]?.y);
      if (isPhone) setSheet(null);
    },
    onEditNote: setEditing,
  };
  const { Watcher, Alert, PagePanel } = slots;

  return (
    <div className={classes.reader} data-dark-pages={view.dark || undefined}>
      <ReaderToolbar
        data={data}
        page={page}
        view={view}
        scale={scale}
        isPhone={isPhone}
        isFullScreen={isFullScreen}
        links={links}
        hasPagePanel={PagePanel !== undefined}
        pageFieldRef={pageFieldRef}
        onGo={goTo}
        onStep={step}
        onView={setView}
        onSearch={() => openTab('search')}
        onFullScreen={toggleFullScreen}
        onPrint={print.start}
        onKeys={() => setKeysOpen(true)}
        menu={menu}
      />
      {Alert && (
        <Suspense>
          <Alert place={place} />
        </Suspense>
      )}
      <div className={classes.body}>
        {!isPhone && view.panelOpen && (
          <SidePanel
            {...panels}
            tab={view.tab}
            onTab={openTab}
            onClose={() => setView({ panelOpen: false })}
          />
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: highlights are also buttons of their own */}
        <section
          ref={scroller.ref}
          className={classes.scroller}
          data-scroller
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('page.area', { title: book.title })}
          onClick={(event) => {
            const touched = annotationAt(event, annotations);
            if (touched && document.getSelection()?.isCollapsed) setEditing(touched);
          }}
        >
          <div
            className={classes.sheet}
            style={layout ? { width: layout.width, height: layout.height } : undefined}
          >
            {layout?.pages.slice(mounted.from, mounted.to + 1).map((placed) => (
              <PageView
                key={placed.page}
                engine={engine}
                placed={placed}
                size={sizes[placed.page - 1]!}
                rotation={view.rotation}
                resting={resting}
                label={labelOf(placed.page, labels)}
                dark={view.dark}
                onDrawn={shown}
              >
                {layers}
              </PageView>
            ))}
          </div>
          {!access.granted && <PreviewLock data={data} enroll={links.enroll} jumped={blocked} />}
        </section>
        {!isPhone && PagePanel && view.pagePanelOpen && (
          <aside className={classes.pagePanel} aria-label={t('view.onThisPage')}>
            <Suspense>
              <PagePanel place={place} />
            </Suspense>
          </aside>
        )}
      </div>
      {!access.granted && page < range.last && <PreviewBar data={data} enroll={links.enroll} />}
      {isPhone && <PhoneBar page={page} data={data} slots={slots} links={links} onOpen={setSheet} />}
      {selected && access.annotates && (
        <SelectionMenu
          selected={selected}
          isPhone={isPhone}
          onHighlight={(color) => highlight(color, false)}
          onNote={() => highlight('yellow', true)}
        />
      )}
      <Suspense>
        {editing && (
          <NoteEditor
            annotation={editing}
            pageLabel={labelOf(editing.note.pageNumber, labels)}
            onSave={(change) => annotations.update(editing.id, change)}
            onRemove={() => annotations.remove(editing.id)}
            onClose={() => setEditing(null)}
          />
        )}
        {keysOpen && <ShortcutsDialog onClose={() => setKeysOpen(false)} />}
        {isPhone && sheet && (
          <Sheets
            sheet={sheet}
            panels={panels}
            slots={slots}
            place={place}
            onTab={setSheet}
            onStep={step}
            onClose={() => setSheet(null)}
          />
        )}
      </Suspense>
      {Watcher && (
        <Suspense>
          <Watcher place={place} />
        </Suspense>
      )}
      <PrintSheet data={data} engine={engine} page={page} print={print} />
    </div>
  );
}

/** The first hit on the page being read or after it; the first of all when none comes. */
function firstHitFrom(hits: readonly { page: number }[], page: number): number {
  const index = hits.findIndex((hit) => hit.page >= page);
  return index < 0 ? 0 : index;
}

/** How far down its page a hit stands, so that it is in view and not only its page. */
async function hitPosition(
  engine: PageEngine,
  hit: { page: number; index: number },
  terms: ReturnType<typeof useBookSearch>['terms'],
): Promise<number | null> {
  const text = await engine.text(hit.page, new AbortController().signal).catch(() => null);
  const range = text && findHits(plainPageText(text.words).text, terms)[hit.index];
  return (range && boxesOfRange(text.words, range)[0]?.y) ?? null;
}

/** The highlight under a click; the words lie above it and get the click first. */
function annotationAt(event: React.MouseEvent, annotations: Annotations): Annotation | undefined {
  const sheet = event.target instanceof Element ? event.target.closest('[data-page]') : null;
  if (!sheet) return undefined;
  const box = sheet.getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width;
  const y = (event.clientY - box.top) / box.height;
  return annotations
    .onPage(Number(sheet.getAttribute('data-page')))
    .find((each) =>
      each.rects.some(
        (rect) => x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height,
      ),
    );
}
