/** A decoded slice, as the worker returns it. */

export type Point3 = readonly [number, number, number];

export interface SliceFacts {
  readonly columns: number;
  readonly rows: number;
  readonly numberOfFrames: number;
  readonly modality: string;
  readonly transferSyntax: string;
  readonly photometric: string;
  readonly samples: number;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly signed: boolean;
  readonly planar: boolean;
  /** Stored value * slope + intercept = the displayed value (HU in CT). */
  readonly slope: number;
  readonly intercept: number;
  /** `HU` or another unit from the file; empty if the file names none. */
  readonly unit: string;
  /** The window that the file recommends. */
  readonly window: Window | null;
  /** Millimeters between rows and between columns; null = distances cannot be measured. */
  readonly spacing: readonly [betweenRows: number, betweenColumns: number] | null;
  /** The first pixel in patient coordinates, and the directions along a row and down a column. */
  readonly position: Point3 | null;
  readonly orientation: readonly [along: Point3, down: Point3] | null;
}

/** In displayed values, not stored ones. */
export interface Window {
  readonly center: number;
  readonly width: number;
}

export type GreyPixels =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array;

export interface Slice extends SliceFacts {
  /** Grayscale: stored values, row by row. Color: opaque RGBA. */
  readonly pixels: { readonly grey: GreyPixels } | { readonly rgba: Uint8ClampedArray<ArrayBuffer> };
  /** In displayed values; 0 to 255 for color. */
  readonly smallest: number;
  readonly largest: number;
}

export type SliceFailureCode =
  | 'network'
  | 'expired'
  | 'not_dicom'
  | 'truncated'
  | 'transfer_syntax'
  | 'no_pixels'
  | 'wrong_size'
  | 'undecodable';

/** Why a slice cannot be shown. The code is also the key of its message. */
export class SliceFailure extends Error {
  readonly code: SliceFailureCode;
  constructor(code: SliceFailureCode, detail = '', cause?: unknown) {
    super(detail || code, { cause });
    this.code = code;
  }
}
