import type { BookPages } from '@vesalius/contract/reader';
import { chapterAt } from './chapter-at.ts';

interface ChapterProgress {
  /** How much of the chapter lies behind the reader at the end of this page, from 0 to 1; of the book where no chapter is. */
  readonly share: number;
  /** Minutes for this page and the rest of its chapter; null if they are not known. */
  readonly minutes: number | null;
}

/** From here on, minutes are rounded to five. */
const ROUGH_MINUTES = 20;

/** Only for users who can read the chapter to its end. */
export function chapterProgress(
  { access, book, chapters, reading_seconds: seconds }: BookPages,
  page: number,
): ChapterProgress | null {
  if (!access.granted) return null;
  const chapter = chapterAt(chapters, page);
  const first = chapter?.first_page ?? 1;
  const last = chapter?.last_page ?? book.number_of_pages;
  const share = (page - first + 1) / (last - first + 1);
  // Pages that are images alone say nothing about the time they take.
  const hasText = seconds?.slice(first - 1, last).some((each) => each > 0);
  if (!chapter || !seconds || !hasText) return { share, minutes: null };
  const left = seconds.slice(page - 1, last).reduce((sum, each) => sum + each, 0);
  return { share, minutes: roundMinutes(left / 60) };
}

const roundMinutes = (minutes: number): number =>
  minutes < ROUGH_MINUTES ? Math.max(1, Math.round(minutes)) : 5 * Math.round(minutes / 5);
