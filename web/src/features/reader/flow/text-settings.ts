/** How the text view looks on this device. */
export interface TextSettings {
  /** Percent of the usual size. */
  readonly size: number;
  readonly face: 'serif' | 'sans' | 'legible';
  readonly lineHeight: 'close' | 'normal' | 'wide';
  readonly measure: 'narrow' | 'normal' | 'wide';
  readonly spacing: 'normal' | 'wide';
  readonly paper: 'light' | 'sepia' | 'dark' | 'black';
  readonly justified: boolean;
}

export const FIRST_TEXT_SETTINGS: TextSettings = {
  size: 100,
  face: 'serif',
  lineHeight: 'normal',
  measure: 'normal',
  spacing: 'normal',
  paper: 'light',
  justified: false,
};

/** Each setting with its choices, in the order in which they are offered. */
export const TEXT_CHOICES = {
  face: ['serif', 'sans', 'legible'],
  lineHeight: ['close', 'normal', 'wide'],
  measure: ['narrow', 'normal', 'wide'],
  spacing: ['normal', 'wide'],
  paper: ['light', 'sepia', 'dark', 'black'],
} as const satisfies {
  readonly [Name in Exclude<keyof TextSettings, 'size' | 'justified'>]: readonly TextSettings[Name][];
};

const MIN_TEXT_SIZE = 70;
const MAX_TEXT_SIZE = 400;
export const TEXT_SIZES = [70, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400];

export const clampTextSize = (size: number): number =>
  Math.round(Math.min(MAX_TEXT_SIZE, Math.max(MIN_TEXT_SIZE, size)));

export function stepTextSize(size: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? TEXT_SIZES.find((step) => step > size) : TEXT_SIZES.findLast((step) => step < size);
  return next ?? size;
}

export const isDarkPaper = (paper: TextSettings['paper']): boolean => paper === 'dark' || paper === 'black';
