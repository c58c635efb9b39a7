import type { BookPages } from '@vesalius/contract/reader';
import { textCrops } from '@vesalius/contract/text-crop';
import { useMemo, useState } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import { clampTextSize } from '../flow/text-settings.ts';
import { useTextScroller } from '../flow/use-text-scroller.ts';
import { isFromTheRight } from '../layout/reading-direction.ts';
import { usePageScroller } from '../layout/use-page-scroller.ts';
import { useReadingSpot } from '../layout/use-reading-spot.ts';
import { useListening } from '../listening/use-listening.ts';
import { useAskedNote } from '../notes/use-asked-note.ts';
import { useNoteEditing } from '../notes/use-note-editing.ts';
import { useNoteTools } from '../notes/use-note-tools.ts';
import { inkedPages, sizesOf } from '../page-labels.ts';
import { useBookSearch } from '../search/use-book-search.ts';
import { useHitSteps } from '../search/use-hit-steps.ts';
import type { ReaderLinks, ReaderSlots } from '../slots.ts';
import { useCopyProtection } from '../use-copy-protection.ts';
import { useDoubleTapZoom } from '../use-double-tap-zoom.ts';
import { useFirstPageShown } from '../use-first-page-shown.ts';
import { type PlaceReport, useNavigation } from '../use-navigation.ts';
import { usePageAnnouncement } from '../use-page-announcement.ts';
import { usePreloadAhead } from '../use-preload-ahead.ts';
import { useSettled } from '../use-settled.ts';
import { useViewAnnouncement } from '../use-view-announcement.ts';
import { useZoomGestures } from '../use-zoom-gestures.ts';
import type { Book, ReaderModel } from './reader-model.ts';
import { useCommandKeys, useCommands } from './use-commands.ts';
import { useFocus } from './use-focus.ts';
import { useOverlays } from './use-overlays.ts';
import { usePlace } from './use-place.ts';
import { useViewing } from './use-viewing.ts';

export interface ReaderProps {
  readonly data: BookPages;
  readonly engine: PageEngine;
  /** The page from the address, or where reading stopped. */
  readonly askedPage: number;
  /** The passage to show on it, in its own words. */
  readonly askedPassage?: string | null;
  /** `askedPage` is where reading stopped. */
  readonly resumes?: boolean;
  readonly onPlace: PlaceReport;
  readonly slots: ReaderSlots;
  readonly links: ReaderLinks;
  /** Called with `true` as soon as the first page is shown and everything else may load. */
  readonly onFirstPage?: (shown: boolean) => void;
}

export function useReaderModel(props: ReaderProps): ReaderModel {
  const { data, engine, slots, links } = props;
  const { access } = data;
  const book = useBook(data, engine);
  const view = useViewing();
  const navigation = useNavigation(data, props.askedPage, props.onPlace);
  const { page, range } = navigation;
  const isText = view.view.mode === 'text';
  const spot = useReadingSpot(data.book.id, navigation.startPage, isText, range);
  const ofImages = usePageScroller({
    active: !isText,
    sizes: book.sizes,
    first: range.first,
    last: range.last,
    crops: book.crops,
    zoom: view.zoom,
    rotation: view.view.rotation,
    twoPages: view.twoPages,
    rtl: isFromTheRight(book.language),
    spot,
    onPage: navigation.onPage,
  });
  const ofText = useTextScroller({
    active: isText,
    engine,
    first: range.first,
    last: range.last,
    size: view.view.text.size / 100,
    isTurned: view.isTurned,
    spot,
    onPage: navigation.onPage,
  });
  const pages = isText ? ofText : ofImages;
  const area = pages.ref;
  const focus = useFocus(area);
  const overlays = useOverlays(view, focus, page);
  const place = usePlace(data, props.askedPage, {
    navigation,
    scroller: pages,
    overlays,
    viewing: view,
    resumes: props.resumes ?? false,
  });
  useZoomGestures(area, pages.scale, (scale, x, y) => {
    if (isText) return view.change({ text: { ...view.view.text, size: clampTextSize(scale * 100) } });
    pages.pinPoint(x, y);
    view.change({ zoom: { kind: 'scale', scale } });
  });
  useDoubleTapZoom(area, pages, view);
  useCopyProtection(area, !access.granted || access.records);
  const [isShown, markDrawn] = useFirstPageShown(props.onFirstPage);
  usePreloadAhead(engine, page, pages.direction, range, isShown && !isText, pages.resting);
  // The panel is updated only when scrolling ends: rendering it for every page would slow down the scrolling.
  const settled = useSettled(place.reading, pages.resting);
  usePageAnnouncement(settled.page, data);
  useViewAnnouncement(view.view, overlays.textSettingsOpen);

  const notes = useNoteEditing(data.book.id, access.annotates, area, engine);
  useAskedNote(notes.annotations, place.goTo);
  const noteTools = useNoteTools(data, { area, engine, notes, place, overlays });
  const search = useBookSearch(data.book.id);
  const hits = useHitSteps(
    search,
    book,
    place,
    { page: props.askedPage, passage: props.askedPassage ?? null },
    overlays.leaveSheet,
  );
  const listening = useListening(data, {
    book,
    goTo: place.goTo,
    area,
    spot,
    mode: view.view.mode,
    lastPage: Math.min(book.numberOfPages, access.last_page),
  });
  const parts = { book, focus, hits, listening, notes, noteTools, overlays, pages, place, search, view };
  const commands = useCommands(parts);
  useCommandKeys(commands, parts);

  const host = useMemo(() => ({ slots, links, isShown }), [slots, links, isShown]);
  const [isSeen, setSeen] = useState(false);
  const lock = useMemo(() => ({ isSeen, setSeen }), [isSeen]);
  return { ...parts, data, host, settled, scale: pages.scale, markDrawn, lock, commands };
}

function useBook({ book, sizes, ink, labels, access, reader_name }: BookPages, engine: PageEngine): Book {
  const licensee = access.granted && access.records ? reader_name : null;
  return useMemo(
    () => ({
      engine,
      sizes: sizesOf(sizes),
      crops: textCrops(inkedPages(sizes, ink)),
      labels,
      language: book.language,
      numberOfPages: book.number_of_pages,
      licensee,
    }),
    [engine, sizes, ink, labels, book.language, book.number_of_pages, licensee],
  );
}
