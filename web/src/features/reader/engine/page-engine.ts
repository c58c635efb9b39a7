import type { PageText } from '@vesalius/contract/reader-text';

type PictureQuality = '1x' | '2x' | 'thumb';

/** A part of a page to be drawn, as fractions of the unrotated page, and how large in device pixels. */
export interface SharpRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

/**
 * All that the viewer knows of where pages come from. The one that works fetches what the import prepared
 * (page-files-engine.ts); tests have one that needs no network (fake-engine.ts).
 */
export interface PageEngine {
  /** The address of a picture, for thumbnails and print. */
  pictureUrl(page: number, quality: PictureQuality): string;
  /** Has the picture on its way before its page is mounted. */
  preload(page: number, urgent: boolean): void;
  /**
   * Draws the picture into the canvas, `pixelWidth` wide, or as it is without one; never larger than it is. A canvas
   * gives its memory back when its page goes; a thousand decoded images would stay with the browser.
   */
  drawPicture(
    page: number,
    quality: '1x' | '2x',
    canvas: HTMLCanvasElement,
    options: { readonly pixelWidth?: number; readonly signal: AbortSignal },
  ): Promise<void>;
  /** Words with boxes; none on a scan without text. */
  text(page: number, signal: AbortSignal): Promise<PageText>;
  /** Draws the page's own PDF into the canvas, for zoom beyond what the pictures hold. */
  drawSharp(page: number, region: SharpRegion, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void>;
  /** After a picture failed to load: makes its address good again, if it can. */
  renew(): Promise<void>;
}
