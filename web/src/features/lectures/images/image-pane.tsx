import { Button } from '@mantine/core';
import type { Material } from '@vesalius/contract/lectures';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../lib/use-online.ts';
import { useRetries } from '../../../lib/use-retries.ts';
import classes from './image-viewer.module.css';

type Picture = Material['images'][number];

export interface ImageView {
  /** 1 = fits. */
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}
export const FITTED: ImageView = { zoom: 1, x: 0, y: 0 };
const MOST_ZOOM = 8;

/** Zooms around a point (relative to the pane's center), which stays in its position. At 1 the image is centered. */
export function zoomBy({ zoom, x, y }: ImageView, factor: number, at: { x: number; y: number }): ImageView {
  const next = Math.min(MOST_ZOOM, Math.max(1, zoom * factor));
  if (next === 1) return FITTED;
  const grown = next / zoom;
  return { zoom: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown };
}

/** An image: wheel and two fingers zoom, dragging pans, a press centers its point, a swipe goes to the next image. */
export function ImagePane({
  picture,
  view,
  onView,
  onSwipe,
  onFailed,
  onShown,
}: {
  picture: Picture;
  view: ImageView;
  onView: (view: ImageView) => void;
  onSwipe: (direction: 1 | -1) => void;
  onFailed: () => void;
  onShown: () => void;
}) {
  const { t } = useTranslation('lectures');
  const isOnline = useOnline();
  const [failed, setFailed] = useState(false);
  const box = useRef<HTMLElement>(null);
  const latest = useRef({ view, onView, onSwipe });
  latest.current = { view, onView, onSwipe };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is a new try
  useEffect(() => setFailed(false), [picture.url]);
  const retry = () => {
    setFailed(false);
    // The address may have expired with its grant.
    onFailed();
  };
  useRetries(failed, retry);
  useImageGestures(box, latest);

  return (
    <figure ref={box} className={classes.pane} data-zoomed={view.zoom > 1 || undefined} dir="ltr">
      {failed ? (
        <div className={classes.failed} role="alert">
          <span>{t(isOnline ? 'images.failed' : 'images.unreached')}</span>
          <Button variant="default" size="xs" onClick={retry}>
            {t('images.tryAgain')}
          </Button>
        </div>
      ) : (
        <img
          className={classes.picture}
          src={picture.url}
          alt={picture.alt}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
          onLoad={onShown}
          onError={() => setFailed(true)}
        />
      )}
      {picture.caption && (
        <figcaption className={classes.caption} dir="auto">
          {picture.caption}
        </figcaption>
      )}
    </figure>
  );
}

const SWIPE_PX = 60;
/** A shorter movement is a press, not a drag (pixels). */
const PRESS_PX = 4;

function useImageGestures(
  box: React.RefObject<HTMLElement | null>,
  latest: React.RefObject<{
    view: ImageView;
    onView: (view: ImageView) => void;
    onSwipe: (direction: 1 | -1) => void;
  }>,
): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const down = new Map<number, { x: number; y: number }>();
    let travelled = 0;
    /** The distance since the press began, in pixels. */
    let moved = 0;
    const fromMiddle = (event: MouseEvent) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
    };
    const spread = () => {
      const [a, b] = [...down.values()];
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
    };
    const onDown = (event: PointerEvent) => {
      if ((event.target as Element).closest('button')) return;
      element.setPointerCapture(event.pointerId);
      down.set(event.pointerId, fromMiddle(event));
      travelled = 0;
      moved = down.size > 1 ? Number.POSITIVE_INFINITY : 0;
    };
    const onMove = (event: PointerEvent) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      const at = fromMiddle(event);
      const spreadBefore = spread();
      down.set(event.pointerId, at);
      moved += Math.hypot(at.x - before.x, at.y - before.y);
      const { view, onView } = latest.current;
      if (down.size === 2) onView(zoomBy(view, spread() / Math.max(1, spreadBefore), at));
      else if (view.zoom > 1) onView({ ...view, x: view.x + at.x - before.x, y: view.y + at.y - before.y });
      else travelled += at.x - before.x;
    };
    const onUp = (event: PointerEvent) => {
      if (!down.delete(event.pointerId)) return;
      const { view, onView, onSwipe } = latest.current;
      if (view.zoom > 1 && moved < PRESS_PX && event.type === 'pointerup') {
        const at = fromMiddle(event);
        onView({ ...view, x: view.x - at.x, y: view.y - at.y });
      }
      if (view.zoom === 1 && Math.abs(travelled) > SWIPE_PX) onSwipe(travelled < 0 ? 1 : -1);
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { view, onView } = latest.current;
      onView(zoomBy(view, 1.0015 ** -event.deltaY, fromMiddle(event)));
    };
    const onDouble = (event: MouseEvent) => {
      const { view, onView } = latest.current;
      onView(view.zoom > 1 ? FITTED : zoomBy(view, 2.5, fromMiddle(event)));
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('dblclick', onDouble);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('dblclick', onDouble);
    };
  }, [box, latest]);
}
