import type { ResizeOptions } from 'sharp';

export const MAX_PUBLISHED_PIXELS = 100_000_000;

/** The path of a file on the local disk, or its bytes. */
export type PictureSource = string | Uint8Array;

export interface PictureOutput {
  readonly resize?: Readonly<ResizeOptions>;
  /** The color behind transparent pixels. */
  readonly background?: string;
  readonly format: { readonly type: 'webp' | 'jpeg'; readonly quality: number; readonly effort?: number };
}

export interface EncodeRequest {
  readonly source: PictureSource;
  readonly maxPixels: number;
  /** How much damage is refused; by default only files that are cut off. */
  readonly failOn?: 'error' | 'truncated';
  readonly outputs: readonly PictureOutput[];
  /** Whether size and color of the whole picture are requested. */
  readonly wantsFacts?: boolean;
}

export interface EncodedFile {
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}
/** `color` is the most frequent one, as `#rrggbb`. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly color: string;
}
export interface EncodedPicture {
  readonly files: readonly EncodedFile[];
  /** Null if they were not requested. */
  readonly facts: PictureFacts | null;
}

/** To the child: one request at a time. */
export type PictureRequest =
  | { readonly ask: 'check'; readonly source: PictureSource }
  | ({ readonly ask: 'encode' } & EncodeRequest);

export type PictureAnswer =
  | { readonly tell: 'ready' }
  | { readonly tell: 'checked'; readonly problem: string | null }
  | { readonly tell: 'encoded'; readonly picture: EncodedPicture }
  /** The picture cannot be decoded. */
  | { readonly tell: 'failed'; readonly message: string };
