import { MOBILE_MAX_WIDTH } from '@vesalius/contract/constants';
import type { Crop } from '@vesalius/contract/text-crop';
import { viewedBookId } from '../../../lib/viewer-address.ts';
import {
  PAGE_PANEL_WIDTH,
  PHONE_BAR_HEIGHT,
  PHONE_TOOLBAR_HEIGHT,
  SIDE_PANEL_WIDTH,
  TOOLBAR_HEIGHT,
} from '../layout/frame.ts';
import {
  GAP,
  isSmallWindow,
  LANDSCAPE_MAX_HEIGHT,
  PIXELS_A_POINT,
  singlePagePlace,
  zoomIn,
} from '../layout/page-layout.ts';
import { rememberedView, type View } from '../view.ts';
import { type Early, FIRST_PAGE_ID } from './early.ts';

/** How often to check whether the reader has left the viewer before its code arrived (milliseconds). */
const LEFT_CHECK_MS = 200;

/**
 * Shows the page image where the viewer will show it: below the toolbar, beside open panels. `commonWidth`: the width
 * of the book's most common page in points, if known.
 */
export async function showFirstPage(
  early: Early,
  {
    page,
    source,
    commonWidth,
    crop,
  }: {
    page: number;
    source: string;
    commonWidth: number | undefined;
    /** What "Fit text" shows of the page. */
    crop: () => Crop | null | Promise<Crop | null>;
  },
): Promise<void> {
  const view = rememberedView();
  const isPhone = innerWidth <= MOBILE_MAX_WIDTH;
  if (early.over || !isPlain(view, isPhone)) return;
  const image = new Image();
  image.alt = '';
  image.style.cssText = `display:block;background:#fff;margin:${GAP}px 0`;
  image.src = source;
  const zoom = zoomIn(view.zoom, isSmallWindow({ width: innerWidth, height: innerHeight }));
  const [shownPart] = await Promise.all([zoom.kind === 'text' ? crop() : null, image.decode()]);
  if (early.over) return;
  const area = earlyArea(view, isPhone, 'overflow:hidden scroll;direction:ltr');
  const sheet = document.createElement('div');
  sheet.setAttribute('data-page', `${page}`);
  image.setAttribute('data-loaded', '');
  sheet.append(image);
  area.append(sheet);
  showUntilOver(early, area);
  const size = { width: image.naturalWidth / PIXELS_A_POINT, height: image.naturalHeight / PIXELS_A_POINT };
  const common = { ...size, width: commonWidth ?? size.width };
  const viewport = { width: area.clientWidth, height: area.clientHeight };
  const place = singlePagePlace(size, common, { zoom, viewport, crop: shownPart });
  image.style.width = `${place.width}px`;
  image.style.marginLeft = `${place.left}px`;
}

/** Where the viewer will have its pages. */
export function earlyArea(view: View, isPhone: boolean, style: string): HTMLElement {
  const area = document.createElement('div');
  area.id = FIRST_PAGE_ID;
  area.setAttribute('aria-hidden', 'true');
  area.style.cssText = `position:fixed;z-index:1;inset:${insets(view, isPhone)};pointer-events:none;${style}`;
  return area;
}

/** Until the viewer shows its own page, or the reader has left it. */
export function showUntilOver(early: Early, area: HTMLElement): void {
  document.body.append(area);
  const timer = setInterval(() => {
    if (!early.over && viewedBookId(location.pathname)) return;
    clearInterval(timer);
    area.remove();
  }, LEFT_CHECK_MS);
}

/** Other views need more than one image with one width. */
const isPlain = ({ dark, twoPages, zoom }: View, isPhone: boolean): boolean =>
  !dark && (isPhone || !twoPages) && ['auto', 'text', 'width'].includes(zoom.kind);

function insets({ panelOpen, pagePanelOpen }: View, isPhone: boolean): string {
  if (isPhone) return `${PHONE_TOOLBAR_HEIGHT}px 0 ${PHONE_BAR_HEIGHT}px`;
  const hasPagePanel = pagePanelOpen && innerHeight > LANDSCAPE_MAX_HEIGHT;
  const sides = [hasPagePanel ? PAGE_PANEL_WIDTH : 0, panelOpen ? SIDE_PANEL_WIDTH : 0];
  if (document.documentElement.dir === 'rtl') sides.reverse();
  return `${TOOLBAR_HEIGHT}px ${sides[0]}px 0 ${sides[1]}px`;
}
