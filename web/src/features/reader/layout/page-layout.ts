import type { Crop } from '@vesalius/contract/text-crop';

/**
 * Computes the position of every page from the sizes in the book's response. Nothing is measured, so page 900 of 1,300
 * has its position in pixels before it loads.
 */
export interface PageSize {
  /** In points. */
  readonly width: number;
  readonly height: number;
}
export type Rotation = 0 | 90 | 180 | 270;
/**
 * `auto` = the width, while a line of text stays comfortable to read; `text` = the width without the white margins of the pages;
 * `scale` 1 = 100 percent.
 */
export type Zoom =
  | { readonly kind: 'auto' | 'text' | 'width' | 'page' }
  | { readonly kind: 'scale'; readonly scale: number };

export interface PlacedPage {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
export interface PageLayout {
  /** In the order of page numbers, without gaps. A page may begin before 0 and end beyond `width`: its margins are not shown. */
  readonly pages: readonly PlacedPage[];
  readonly width: number;
  readonly height: number;
  /** Pixels per point for the most common page size. */
  readonly scale: number;
}

export interface LayoutInput {
  /** The sizes of all pages of the book; `first` and `last` define which are laid out. */
  readonly sizes: readonly PageSize[];
  readonly first: number;
  readonly last: number;
  readonly zoom: Zoom;
  readonly rotation: Rotation;
  readonly twoPages: boolean;
  /** Bound on the right: in two-page view, the earlier page is on the right. */
  readonly rtl?: boolean;
  /** What `text` shows of each page of the book; null, or absent: the whole page. */
  readonly crops?: readonly (Crop | null)[];
  readonly viewport: { readonly width: number; readonly height: number };
}

/** In these windows (pixels), automatic zoom leaves the white margins out: a phone in portrait, and in landscape. */
const SMALL_MAX_WIDTH = 639;
const LANDSCAPE_MAX_WIDTH = 960;
/** The panel of the page's materials would take a third of such a window, and is closed until it is opened there. */
export const LANDSCAPE_MAX_HEIGHT = 499;
export const SMALL_WINDOW = `(max-width: ${SMALL_MAX_WIDTH}px), (max-width: ${LANDSCAPE_MAX_WIDTH}px) and (max-height: ${LANDSCAPE_MAX_HEIGHT}px)`;
/** As `SMALL_WINDOW`. */
export const isSmallWindow = ({ width, height }: PageSize): boolean =>
  width <= SMALL_MAX_WIDTH || (width <= LANDSCAPE_MAX_WIDTH && height <= LANDSCAPE_MAX_HEIGHT);
export const zoomIn = (zoom: Zoom, isSmall: boolean): Zoom =>
  zoom.kind === 'auto' && isSmall ? { kind: 'text' } : zoom;
/** The fits to choose from: in a small window, the automatic one is that of the text. */
export const fitsIn = (isSmall: boolean) => FITS.filter((kind) => !isSmall || kind !== 'auto');
const FITS = ['auto', 'text', 'width', 'page'] as const;

/** CSS pixels per point at 100 percent. */
export const PIXELS_A_POINT = 96 / 72;
const MIN_SCALE = 0.25;
const MAX_SCALE = 5;
/** Between pages, and above the first (pixels). */
export const GAP = 12;
const COMFORTABLE_WIDTH = 920;
/** Beside the pages, if the window is wide enough (pixels). */
const PADDING = 16;
const NARROW_WIDTH = 600;

export function layoutPages(input: LayoutInput): PageLayout {
  const { zoom, viewport } = input;
  // Two pages, and turned ones, have no common column.
  if (zoom.kind === 'text' && !input.twoPages && input.rotation === 0) return layoutColumns(input);
  const rows = rowsOf(input);
  const padding = paddingIn(viewport);
  const room = roomIn(viewport);
  const byRowWidth = [...rows].sort((a, b) => rowSize(a).width - rowSize(b).width);
  const common = byRowWidth[Math.floor(rows.length / 2)] ?? [];
  const scale = scaleFor(zoom, rowSize(common), room, common.length);

  const placedRows = rows.map((row) =>
    row.map((page) => {
      const own = scaleOf(page, row.length, scale, zoom, room);
      return { page: page.page, width: page.width * own, height: page.height * own };
    }),
  );
  const widths = placedRows.map((row) => rowSize(row).width + GAP * (row.length - 1));
  const contentWidth = Math.max(viewport.width, ...widths.map((width) => width + 2 * padding));

  const pages: PlacedPage[] = [];
  let top = GAP;
  for (const [index, row] of placedRows.entries()) {
    let from = (contentWidth - widths[index]!) / 2;
    for (const { page, width, height } of row) {
      pages.push({ page, left: input.rtl ? contentWidth - from - width : from, top, width, height });
      from += width + GAP;
    }
    top += rowSize(row).height + GAP;
  }
  return { pages, width: contentWidth, height: top, scale };
}

/** Beside the column of `text` (pixels). */
const COLUMN_MARGIN = 4;

function layoutColumns({ sizes, first, last, crops, viewport }: LayoutInput): PageLayout {
  const room = roomIn(viewport);
  const pages: PlacedPage[] = [];
  const scales: number[] = [];
  let top = GAP;
  for (let page = first; page <= last; page += 1) {
    const size = sizes[page - 1]!;
    const { scale, left } = columnPlace(size, crops?.[page - 1] ?? null, room);
    const height = size.height * scale;
    const shift = (viewport.width - room.width) / 2;
    pages.push({ page, left: left + shift, top, width: size.width * scale, height });
    scales.push(scale);
    top += height + GAP;
  }
  const scale = scales.sort((a, b) => a - b)[Math.floor(scales.length / 2)] ?? 1;
  return { pages, width: viewport.width, height: top, scale };
}

/** The shown part fills the room; the margins beside it are outside. A page is never smaller than the room. */
function columnPlace(size: PageSize, crop: Crop | null, room: PageSize): { scale: number; left: number } {
  const [from, to] = crop ?? [0, 1];
  const byColumn = (room.width - 2 * COLUMN_MARGIN) / ((to - from) * size.width);
  const scale = Math.min(MAX_SCALE * PIXELS_A_POINT, Math.max(room.width / size.width, byColumn));
  const width = size.width * scale;
  const centered = room.width / 2 - ((from + to) / 2) * width;
  return { scale, left: Math.min(0, Math.max(room.width - width, centered)) };
}

const paddingIn = ({ width }: PageSize): number => (width < NARROW_WIDTH ? 0 : PADDING);
const roomIn = (viewport: PageSize): PageSize => ({
  width: Math.max(120, viewport.width - 2 * paddingIn(viewport)),
  height: viewport.height - 2 * GAP,
});

/**
 * The width that `layoutPages` gives to an upright page in a row of its own, if the book's most common page is
 * `common`, and where it begins.
 */
export function singlePagePlace(
  page: PageSize,
  common: PageSize,
  { zoom, viewport, crop }: { zoom: Zoom; viewport: PageSize; crop: Crop | null },
): { width: number; left: number } {
  const room = roomIn(viewport);
  const shift = (viewport.width - room.width) / 2;
  if (zoom.kind === 'text') {
    const { scale, left } = columnPlace(page, crop, room);
    return { width: page.width * scale, left: left + shift };
  }
  const width = singlePageWidth(page, common, zoom, room);
  return { width, left: Math.max(0, (viewport.width - width) / 2) };
}

const singlePageWidth = (page: PageSize, common: PageSize, zoom: Zoom, room: PageSize): number =>
  page.width * scaleOf(page, 1, scaleFor(zoom, common, room, 1), zoom, room);

type Row = readonly { readonly page: number; readonly width: number; readonly height: number }[];

/** Two pages per row as in the bound book: page 1 alone on the right, then 2-3, 4-5. */
function rowsOf({ sizes, first, last, rotation, twoPages }: LayoutInput): Row[] {
  const turned = rotation % 180 !== 0;
  const rows: Row[] = [];
  for (let page = first; page <= last; ) {
    const row = [page];
    if (twoPages && page > 1 && page % 2 === 0 && page < last) row.push(page + 1);
    rows.push(
      row.map((number) => {
        const { width, height } = sizes[number - 1]!;
        return turned ? { page: number, width: height, height: width } : { page: number, width, height };
      }),
    );
    page += row.length;
  }
  return rows;
}

const rowSize = (row: Row) => ({
  width: row.reduce((sum, page) => sum + page.width, 0) || 1,
  height: row.reduce((most, page) => Math.max(most, page.height), 0) || 1,
});

function scaleFor(zoom: Zoom, row: PageSize, room: PageSize, pagesInRow: number): number {
  if (zoom.kind === 'scale') return clampScale(zoom.scale) * PIXELS_A_POINT;
  const byWidth = (room.width - GAP * Math.max(0, pagesInRow - 1)) / row.width;
  if (zoom.kind === 'page') return Math.min(byWidth, room.height / row.height);
  if (zoom.kind === 'width') return byWidth;
  return Math.min(byWidth, (COMFORTABLE_WIDTH * Math.max(1, pagesInRow)) / row.width);
}

/**
 * A landscape table or a poster among portrait pages is shrunk alone, to the window or, in two-page view, to its half.
 * The other pages keep their scale.
 */
function scaleOf(page: PageSize, pagesInRow: number, scale: number, zoom: Zoom, room: PageSize): number {
  if (zoom.kind === 'scale') return scale;
  const byWidth = (room.width - GAP * (pagesInRow - 1)) / pagesInRow / page.width;
  // In whole-page zoom, a tall page is shrunk as well.
  const byHeight = zoom.kind === 'page' ? room.height / page.height : Number.POSITIVE_INFINITY;
  return Math.min(scale, byWidth, byHeight);
}

export const clampScale = (scale: number): number => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
/** The next zoom step of the buttons, from any scale that a fit or pinch has left. */
export function stepScale(scale: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? STEPS.find((step) => step > scale * 1.01)
      : STEPS.findLast((step) => step < scale * 0.99);
  return next ?? clampScale(scale);
}

/** The pages within the range from `top` to `bottom`, as indexes into `layout.pages`; binary search. */
export function pagesBetween(layout: PageLayout, top: number, bottom: number): { from: number; to: number } {
  const { pages } = layout;
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pages[middle]!.top + pages[middle]!.height < top) low = middle + 1;
    else high = middle;
  }
  // The two pages of a row differ in height: the left one may end above.
  while (low > 0 && pages[low - 1]!.top + pages[low - 1]!.height >= top) low -= 1;
  let to = low;
  while (to + 1 < pages.length && pages[to + 1]!.top < bottom) to += 1;
  return { from: low, to };
}

/** The current page: the one at a third of the window's height from the top. */
export function pageAt(layout: PageLayout, scrollTop: number, viewportHeight: number): number {
  const line = scrollTop + viewportHeight / 3;
  const { from } = pagesBetween(layout, line, line + 1);
  return layout.pages[from]?.page ?? 1;
}

/** A position that survives zoom and rotation: a page, and fractions of it (which may be outside of it). */
export interface Anchor {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

export function anchorAt(layout: PageLayout, x: number, y: number): Anchor {
  const { from, to } = pagesBetween(layout, y, y + 1);
  const row = layout.pages.slice(from, to + 1);
  const placed =
    row.find((page) => x >= page.left - GAP / 2 && x < page.left + page.width + GAP / 2) ?? row[0];
  if (!placed) return { page: 1, x: 0, y: 0 };
  return {
    page: placed.page,
    x: (x - placed.left) / placed.width,
    y: (y - placed.top) / placed.height,
  };
}

export function pointOf(layout: PageLayout, anchor: Anchor): { x: number; y: number } {
  const placed = placeOf(layout, anchor.page);
  return placed
    ? { x: placed.left + anchor.x * placed.width, y: placed.top + anchor.y * placed.height }
    : { x: 0, y: 0 };
}

export function placeOf(layout: PageLayout, page: number): PlacedPage | undefined {
  const first = layout.pages[0]?.page ?? 1;
  return layout.pages[page - first];
}
