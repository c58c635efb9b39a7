import type { PageText } from '@vesalius/contract/reader-text';

type PictureQuality = '1x' | '2x' | 'thumb';

/** A region of a page to draw, as fractions of the unrotated page, and its size in device pixels. */
export interface SharpRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

/**
 * The viewer's interface to the source of pages. In production it loads the files that the import prepared
 * (page-files-engine.ts); tests use one without a network (fake-engine.ts).
 */
export interface PageEngine {
  /** The address of a page image, for thumbnails and print. */
  pictureUrl(page: number, quality: PictureQuality): string;
  /** Starts loading the image before its page is mounted. */
  preload(page: number, urgent: boolean): void;
  /**
   * Draws the image into the canvas, `pixelWidth` wide or in its own size; never larger than its own size. A canvas
   * frees its memory with its page, while the browser would keep a thousand decoded images.
   */
  drawPicture(
    page: number,
    quality: '1x' | '2x',
    canvas: HTMLCanvasElement,
    options: { readonly pixelWidth?: number; readonly signal: AbortSignal },
  ): Promise<void>;
  /** Words with boxes; none on a scan without text. */
  text(page: number, signal: AbortSignal): Promise<PageText>;
  /** Draws the page's own PDF into the canvas, for zoom levels beyond the resolution of the images. */
  drawSharp(page: number, region: SharpRegion, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void>;
  /** After an image failed to load: renews its address if possible. */
  renew(): Promise<void>;
}
