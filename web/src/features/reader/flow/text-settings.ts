/** How the text view looks on this device. */
export interface TextSettings {
  /** Whether the text is scrolled, or shown screen by screen. */
  readonly movement: 'scroll' | 'turn';
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
  movement: 'scroll',
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
  movement: ['scroll', 'turn'],
  face: ['serif', 'sans', 'legible'],
  lineHeight: ['close', 'normal', 'wide'],
  measure: ['narrow', 'normal', 'wide'],
  spacing: ['normal', 'wide'],
  paper: ['light', 'sepia', 'dark', 'black'],
} as const satisfies {
  readonly [Name in Exclude<keyof TextSettings, 'size' | 'justified'>]: readonly TextSettings[Name][];
};

/** The size of the text at 100 percent, in the browser's own. As in `flow.module.css`. */
export const TEXT_REM = 1.125;
export const LINE_HEIGHTS = { close: 1.4, normal: 1.6, wide: 2 } as const;
/** With fewer lines on a screen, turning is more work than scrolling. */
const MIN_TURNED_LINES = 10;
/** What is above and below a turned screen: the viewer's bars, the margins and the buttons (pixels). */
const AROUND_SCREEN = 176;

/** Whether a window of this height has room for turned pages; `rem`: the browser's own size of text (pixels). */
export const canTurn = ({ size, lineHeight }: TextSettings, windowHeight: number, rem: number): boolean =>
  windowHeight - AROUND_SCREEN >= MIN_TURNED_LINES * TEXT_REM * rem * (size / 100) * LINE_HEIGHTS[lineHeight];

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
