import { useEffect, useRef } from 'react';
import type { PageEngine } from './engine/page-engine.ts';
import classes from './page.module.css';

/** No device needs more, and some refuse larger canvases (pixels). */
const MAX_PIXELS = 8_000_000;

/**
 * Beyond the resolution of the double-size image, draws the visible part of the page from its own PDF. While the user
 * scrolls, the image is shown until the new part is drawn; another scale needs a new `key`.
 */
export function SharpCanvas({
  engine,
  page,
  resting,
}: {
  engine: PageEngine;
  page: number;
  resting: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement | null>(null);

  useEffect(
    function drawVisiblePart() {
      const element = canvas.current;
      const sheet = element?.parentElement;
      const frame = sheet?.closest('[data-scroller]');
      if (!resting || !element || !sheet || !frame) return;
      const part = visiblePart(sheet, frame);
      if (!part) return;
      const moved = new AbortController();
      const { width, height } = sheet.getBoundingClientRect();
      const ratio = Math.min(
        devicePixelRatio,
        Math.sqrt(MAX_PIXELS / (part.width * width * part.height * height)),
      );
      const drawing = document.createElement('canvas');
      engine
        .drawSharp(
          page,
          {
            ...part,
            pixelWidth: Math.round(part.width * sheet.offsetWidth * ratio),
            pixelHeight: Math.round(part.height * sheet.offsetHeight * ratio),
          },
          drawing,
          moved.signal,
        )
        .then(() => show(element, drawing, part))
        .catch(() => {
          // Scrolled away, or the page's PDF cannot be drawn: the image stays.
        });
      return () => moved.abort();
    },
    [engine, page, resting],
  );

  useEffect(function freeMemoryWhenGone() {
    const element = canvas.current;
    return () => {
      if (element) element.width = element.height = 0;
    };
  }, []);

  return <canvas ref={canvas} className={classes.sharp} />;
}

interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function show(element: HTMLCanvasElement, drawing: HTMLCanvasElement, part: Part): void {
  element.width = drawing.width;
  element.height = drawing.height;
  element.style.left = `${part.x * 100}%`;
  element.style.top = `${part.y * 100}%`;
  element.style.width = `${part.width * 100}%`;
  element.style.height = `${part.height * 100}%`;
  element.getContext('2d')?.drawImage(drawing, 0, 0);
  drawing.width = drawing.height = 0;
}

/**
 * As fractions of the unrotated page. A rotated page is drawn completely, because its corners differ from the image's.
 */
function visiblePart(sheet: Element, frame: Element): Part | null {
  const page = sheet.getBoundingClientRect();
  const view = frame.getBoundingClientRect();
  const left = Math.max(page.left, view.left);
  const top = Math.max(page.top, view.top);
  const right = Math.min(page.right, view.right);
  const bottom = Math.min(page.bottom, view.bottom);
  if (right - left < 2 || bottom - top < 2) return null;
  if ((sheet as HTMLElement).style.transform) return { x: 0, y: 0, width: 1, height: 1 };
  return {
    x: (left - page.left) / page.width,
    y: (top - page.top) / page.height,
    width: (right - left) / page.width,
    height: (bottom - top) / page.height,
  };
}
