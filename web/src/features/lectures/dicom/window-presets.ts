import type { Window } from './decode/slice.ts';

export interface WindowPreset extends Window {
  readonly name: 'brain' | 'subdural' | 'stroke' | 'softTissue' | 'lung' | 'mediastinum' | 'bone' | 'liver';
}

/** The usual windows of computed tomography in Hounsfield units; keys 1 to 8. */
export const CT_PRESETS: readonly WindowPreset[] = [
  { name: 'brain', center: 40, width: 80 },
  { name: 'subdural', center: 75, width: 215 },
  { name: 'stroke', center: 40, width: 40 },
  { name: 'softTissue', center: 50, width: 400 },
  { name: 'lung', center: -600, width: 1500 },
  { name: 'mediastinum', center: 50, width: 350 },
  { name: 'bone', center: 480, width: 2500 },
  { name: 'liver', center: 60, width: 160 },
];
