import { printedLabel } from '@vesalius/contract/page-labels';
import type { Manifest } from './manifest.ts';

/** The printed number of each page. */
export const pageLabels = (
  pages: number,
  ranges: Manifest['page_labels'],
  fromPdf: readonly string[],
): string[] => Array.from({ length: pages }, (_, index) => printedLabel(index + 1, ranges, fromPdf));
