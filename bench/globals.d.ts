/* What the measured pages report on `window`, and packages that are installed in the folder that measures them. */
declare module '@cornerstonejs/core';
declare module '@cornerstonejs/dicom-image-loader';
declare module 'react-pdf';

interface Window {
  bench: { isShown(): boolean; loaded(): number; scroll(steps: number): void };
  decode(
    one: string,
    other: string | null,
  ): Promise<{ failure?: string; frames?: number; columns?: number; rows?: number; largest?: number | null }>;
  __seen: { largest: number; largestWhat: string; first: number; shift: number };
}
