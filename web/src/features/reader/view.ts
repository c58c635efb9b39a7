import { FIRST_TEXT_SETTINGS, type TextSettings } from './flow/text-settings.ts';
import type { Rotation, Zoom } from './layout/page-layout.ts';

export type PanelTab = 'chapters' | 'notes' | 'thumbnails' | 'search';

/** The view settings. All except the rotation are stored on this device. */
export interface View {
  /** Pages as they are printed, or the book as flowing text. */
  readonly mode: 'pages' | 'text';
  readonly text: TextSettings;
  readonly zoom: Zoom;
  readonly rotation: Rotation;
  readonly twoPages: boolean;
  readonly dark: boolean;
  readonly tab: PanelTab;
  readonly panelOpen: boolean;
  readonly pagePanelOpen: boolean;
  /** The line and the minutes of the chapter. */
  readonly showsProgress: boolean;
}

const KEY = 'reader-view';
const FIRST: View = {
  mode: 'pages',
  text: FIRST_TEXT_SETTINGS,
  zoom: { kind: 'auto' },
  rotation: 0,
  twoPages: false,
  dark: false,
  tab: 'chapters',
  panelOpen: false,
  pagePanelOpen: true,
  showsProgress: true,
};

export function rememberedView(): View {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<View>;
    // A search ends when the book is closed.
    return {
      ...FIRST,
      ...kept,
      text: { ...FIRST.text, ...kept.text },
      rotation: 0,
      tab: kept.tab === 'search' ? 'chapters' : (kept.tab ?? FIRST.tab),
    };
  } catch {
    return FIRST;
  }
}

export function rememberView(view: View): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(view));
  } catch {
    // storage is disabled: the view lasts until the book is closed
  }
}
