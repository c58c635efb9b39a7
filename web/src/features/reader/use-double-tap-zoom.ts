import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Zoom } from './layout/page-layout.ts';
import type { PageScroller } from './layout/use-page-scroller.ts';
import type { Viewing } from './model/use-viewing.ts';
import { layerTexts } from './text/layer-texts.ts';
import { columnAt } from './text/text-column.ts';

/** The second tap follows the first within this time (milliseconds) and distance (pixels). */
const MAX_PAUSE_MS = 350;
const MAX_DISTANCE = 32;
/** Beside the column (pixels). */
const MARGIN = 8;
/** A column that already fills the width, or no column, is enlarged by this factor; a narrow one not further than that. */
const PLAIN_FACTOR = 2;
const MIN_FACTOR = 1.15;
const MAX_FACTOR = 3;

/**
 * A double tap with a finger lets the tapped column of text fill the width; the next one returns to the fit before it.
 * What the browser does with two taps comes first: a selected word stays selected, a control is pressed.
 */
export function useDoubleTapZoom(
  area: RefObject<HTMLElement | null>,
  pages: PageScroller,
  { view, change }: Viewing,
): void {
  const isActive = view.mode === 'pages';
  const fit = useRef<Zoom>({ kind: 'auto' });
  const onDoubleTap = useEffectEvent((sheet: Element, x: number, y: number) => {
    const element = area.current;
    if (!element) return;
    if (view.zoom.kind === 'scale') {
      pages.pinPoint(x, y);
      return change({ zoom: fit.current });
    }
    fit.current = view.zoom;
    const column = view.rotation === 0 ? columnOnScreen(sheet, x, y) : null;
    const factor = column ? (element.clientWidth - 2 * MARGIN) / (column.right - column.left) : 0;
    const { left } = element.getBoundingClientRect();
    if (column && factor >= MIN_FACTOR)
      pages.pinPoint((column.left + column.right) / 2, y, left + element.clientWidth / 2);
    else pages.pinPoint(x, y);
    const enlarged = factor >= MIN_FACTOR ? Math.min(factor, MAX_FACTOR) : PLAIN_FACTOR;
    change({ zoom: { kind: 'scale', scale: pages.scale * enlarged } });
  });

  useEffect(() => {
    const element = area.current;
    if (!isActive || !element) return;
    let isFinger = false;
    let first: { sheet: Element; at: number; x: number; y: number } | null = null;
    const onDown = (event: PointerEvent) => {
      isFinger = event.pointerType === 'touch';
    };
    const onClick = (event: MouseEvent) => {
      const before = first;
      first = null;
      const sheet = isFinger ? tappedSheet(event) : null;
      if (!sheet) return;
      const { clientX: x, clientY: y, timeStamp: at } = event;
      if (
        !before ||
        before.sheet !== sheet ||
        at - before.at > MAX_PAUSE_MS ||
        Math.hypot(x - before.x, y - before.y) > MAX_DISTANCE
      ) {
        first = { sheet, at, x, y };
        return;
      }
      onDoubleTap(sheet, x, y);
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('click', onClick);
    };
  }, [area, isActive]);
}

/** The page under a tap that means nothing else there. */
function tappedSheet({ target, clientX: x, clientY: y }: MouseEvent): Element | null {
  const sheet = target instanceof Element ? target.closest('[data-page]') : null;
  if (!sheet || document.getSelection()?.isCollapsed === false) return null;
  const others = [
    ...sheet.querySelectorAll('a, button, input, textarea, [role="button"], [data-highlight], [data-note]'),
  ];
  const isOther = others.some((each) => {
    const box = each.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  return isOther ? null : sheet;
}

/** In window coordinates, of an unrotated page whose words have loaded. */
function columnOnScreen(sheet: Element, x: number, y: number): { left: number; right: number } | null {
  const layer = sheet.querySelector('[data-text-layer]');
  const text = layer && layerTexts.get(layer);
  if (!text) return null;
  const { left, top, width, height } = layer.getBoundingClientRect();
  const column = columnAt(text, (x - left) / width, (y - top) / height);
  return column && { left: left + column.left * width, right: left + column.right * width };
}
