import type { BookPages } from '@vesalius/contract/reader';
import type { InkedPage } from '@vesalius/contract/text-crop';
import type { TFunction } from 'i18next';
import { westernDigits } from '../../lib/western-digits.ts';

/** Finds the page for typed text: first by its printed label, then by its number. */
export function pageOfInput(
  input: string,
  labels: readonly string[] | null,
  numberOfPages: number,
): number | null {
  const typed = westernDigits(input.trim().toLowerCase());
  if (typed === '') return null;
  const labelled = labels?.findIndex((label) => label.toLowerCase() === typed) ?? -1;
  if (labelled >= 0) return labelled + 1;
  const number = /^#?(\d{1,5})$/.exec(typed)?.[1];
  const page = number ? Number(number) : Number.NaN;
  return page >= 1 && page <= numberOfPages ? page : null;
}

/**
 * Where a page is among all, as it stands beside its label: "of 66", or "(1 of 66)" where the printed label ("i") counts
 * otherwise.
 */
export const placeText = (
  t: TFunction<'reader'>,
  page: number,
  labels: readonly string[] | null,
  count: number,
): string => t(labelOf(page, labels) === String(page) ? 'page.of' : 'page.among', { page, count });

export const labelOf = (page: number, labels: readonly string[] | null): string =>
  labels?.[page - 1] || String(page);

/** What "Fit text" is computed from. */
export const inkedPages = (runs: BookPages['sizes'], ink: BookPages['ink']): readonly InkedPage[] =>
  sizesOf(runs).map((size, index) => ({ ...size, ink: ink?.[index] ?? null }));

/** Expands `[[width, height, count], ..]` to one size per page. */
export const sizesOf = (runs: readonly (readonly [number, number, number])[]) =>
  runs.flatMap(([width, height, count]) => Array.from({ length: count }, () => ({ width, height })));
