/** One decoded slice: what the worker hands to the screen. */

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
  /** Stored value * slope + intercept = the value people speak of (HU in CT). */
  readonly slope: number;
  readonly intercept: number;
  /** `HU` or what else the file says; empty = it says nothing. */
  readonly unit: string;
  /** The window that the file itself asks for. */
  readonly window: Window | null;
  /** Millimetres between rows, and between columns; null = nothing can be measured. */
  readonly spacing: readonly [betweenRows: number, betweenColumns: number] | null;
  /** The patient's coordinates of the first pixel, and the directions along a row and down a column. */
  readonly position: Point3 | null;
  readonly orientation: readonly [along: Point3, down: Point3] | null;
}

/** In values people speak of, not stored ones. */
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
  /** Grey: stored values, row by row. Colour: red, green, blue, opaque. */
  readonly pixels: { readonly grey: GreyPixels } | { readonly rgba: Uint8ClampedArray<ArrayBuffer> };
  /** Of the values people speak of; 0 to 255 for colour. */
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

/** Why a slice cannot be shown. The code is also the key of the text. */
export class SliceFailure extends Error {
  readonly code: SliceFailureCode;
  constructor(code: SliceFailureCode, detail = '', cause?: unknown) {
    super(detail || code, { cause });
    this.code = code;
  }
}
