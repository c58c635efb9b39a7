import { MINUTE_MS } from '../../../platform/durations.ts';
import { UnreadablePdf } from '../pages/protocol.ts';
import type { PdfPageRow } from './page-set-queries.ts';

const SECOND_MS = 1000;
/** Whatever its pages, so that a few very detailed plates are no reason to refuse a book. */
const BASE_LIMIT_MS = 10 * MINUTE_MS;
/** On average. A page of text takes 0.1 to 0.5 s, a detailed drawing some seconds. */
const LIMIT_A_PAGE_MS = 10 * SECOND_MS;

const limitMs = (pages: number): number => BASE_LIMIT_MS + pages * LIMIT_A_PAGE_MS;

type TimedPage = Pick<PdfPageRow, 'page' | 'tookMs'>;

const timeOf = ({ tookMs }: TimedPage): number => tookMs ?? 0;

/** Counts what the pages of a PDF take, beginning with those that were prepared before. */
export class PreparationTime {
  readonly #pages: number;
  #spentMs = 0;
  #slowest: TimedPage | undefined;

  constructor(pages: number, prepared: Iterable<TimedPage>) {
    this.#pages = pages;
    for (const page of prepared) this.#count(page);
  }

  /** Refuses the PDF if its prepared pages took longer than all of its pages may take. */
  add(page: TimedPage): void {
    this.#count(page);
    const limit = limitMs(this.#pages);
    if (this.#spentMs <= limit || !this.#slowest) return;
    const minutes = Math.round(limit / MINUTE_MS);
    const seconds = Math.round(timeOf(this.#slowest) / SECOND_MS);
    throw new UnreadablePdf(
      `cannot be prepared: its pages take longer than ${minutes} minutes in all. The slowest is page ${this.#slowest.page} (${seconds} s); simplify its drawings and those of similar pages`,
    );
  }

  #count(page: TimedPage): void {
    this.#spentMs += timeOf(page);
    if (!this.#slowest || timeOf(page) > timeOf(this.#slowest)) this.#slowest = page;
  }
}
