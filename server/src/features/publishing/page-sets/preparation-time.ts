import { MINUTE_MS } from '../../../platform/durations.ts';
import { UnreadablePdf } from '../pages/protocol.ts';
import type { PdfPageRow } from './page-set-queries.ts';

const SECOND_MS = 1000;
/** Whatever its pages, so that a few very detailed plates are no reason to refuse a book. */
const BASE_LIMIT_MS = 10 * MINUTE_MS;
/** On average. A page of text takes 0.1 to 0.5 s, a detailed drawing some seconds. */
const LIMIT_A_PAGE_MS = 10 * SECOND_MS;

const limitMs = (pages: number): number => BASE_LIMIT_MS + pages * LIMIT_A_PAGE_MS;

/** Refuses a PDF whose prepared pages took longer than all of its pages may take. */
export function demandTimeLeft(
  prepared: readonly Pick<PdfPageRow, 'page' | 'tookMs'>[],
  pages: number,
): void {
  const spentMs = prepared.reduce((sum, { tookMs }) => sum + (tookMs ?? 0), 0);
  if (spentMs <= limitMs(pages)) return;
  const slowest = prepared.reduce((slow, row) => ((row.tookMs ?? 0) > (slow.tookMs ?? 0) ? row : slow));
  const minutes = Math.round(limitMs(pages) / MINUTE_MS);
  const seconds = Math.round((slowest.tookMs ?? 0) / SECOND_MS);
  throw new UnreadablePdf(
    `cannot be prepared: its pages take longer than ${minutes} minutes in all. The slowest is page ${slowest.page} (${seconds} s); simplify its drawings and those of similar pages`,
  );
}
