import type { BookLife, BookLifeFigures } from '@vesalius/contract/book-life';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandReason } from '../../catalogue/access.ts';
import { findLife, isWorthCounting, keepLife } from './life-queries.ts';
import { countAnswers, countLectures, listMisses } from './parts-queries.ts';
import { countChapters, countReaders, listStops, timeChapters } from './reading-queries.ts';
import { roundedMinutes, roundedPercent, roundedReaders, tensOf, withoutBeginnings } from './rounded.ts';

const COUNTED_EVERY_MS = DAY_MS;
/** A report over all readers of a book may take longer than a reader's call. */
const REPORT_TIMEOUT_MS = 10_000;
/** A question is listed if at least a third of its readers answered it wrong. */
const FAILING_RATIO = 1 / 3;
const MAX_QUESTIONS = 20;

/**
 * How a book is read, for its authors, editors and staff. They see stored figures, which are counted again when they
 * are a day old and at least ten readers were active since: daily visits cannot reveal a single reader.
 */
export async function readBookLife({ db, clock }: Deps, actor: Actor, bookId: string): Promise<BookLife> {
  const now = clock.now();
  await demandReason(db, actor, { bookId, reasons: ['assigned', 'staff'] }, now);
  const kept = await findLife(db, bookId);
  const isFresh = kept !== null && now.getTime() - kept.countedAt.getTime() < COUNTED_EVERY_MS;
  if (isFresh || !(await isWorthCounting(db, bookId, kept?.countedAt ?? null))) return present(bookId, kept);
  const figures = await countLife(db, bookId, now);
  if (figures) await keepLife(db, { bookId, countedAt: now, figures }, kept);
  return present(bookId, await findLife(db, bookId));
}

const present = (bookId: string, life: Awaited<ReturnType<typeof findLife>>): BookLife => ({
  book_id: bookId,
  counted_at: life?.countedAt.toISOString() ?? null,
  figures: life?.figures ?? null,
});

/** Counts in one snapshot. Returns rounded numbers only; null if there are too few readers. */
const countLife = (db: Db, bookId: string, now: Date): Promise<BookLifeFigures | null> =>
  inTransaction(
    db,
    async (tx) => {
      const { readers, completed } = await countReaders(tx, bookId);
      const shown = roundedReaders(readers);
      if (shown === null) return null;
      return {
        number_of_readers: shown,
        number_completed: roundedReaders(completed),
        chapters: await readChapters(tx, bookId, now),
        stops: (await listStops(tx, bookId, now)).map(({ page, label, stopped }) => ({
          page_number: page,
          label,
          number_stopped: tensOf(stopped),
        })),
        questions: failing(await countAnswers(tx, bookId)),
        lectures: (await countLectures(tx, bookId, now)).map((lecture) => ({
          title: lecture.title,
          page_number: lecture.page,
          number_started: tensOf(lecture.started),
          number_left: tensOf(lecture.left),
          left_at_percent: roundedPercent(lecture.leftAt),
        })),
        searches: withoutBeginnings(await listMisses(tx, bookId)).map(({ term, people }) => ({
          words: term,
          number_of_readers: roundedReaders(people),
        })),
      };
    },
    { statementTimeoutMs: REPORT_TIMEOUT_MS, isolation: 'repeatable read' },
  );

async function readChapters(tx: Db, bookId: string, now: Date): Promise<BookLifeFigures['chapters']> {
  const times = new Map((await timeChapters(tx, bookId)).map((time) => [time.firstPage, time]));
  return (await countChapters(tx, bookId, now)).map((chapter) => {
    const time = times.get(chapter.firstPage);
    return {
      title: chapter.title,
      first_page: chapter.firstPage,
      last_page: chapter.lastPage,
      number_opened: roundedReaders(chapter.opened),
      number_read: roundedReaders(chapter.read),
      number_stopped: roundedReaders(chapter.stopped),
      typical_minutes: time ? roundedMinutes(time.seconds, time.readers) : null,
    };
  });
}

/** Filtered and sorted by the rounded numbers, so that the order reveals nothing more. */
function failing(counts: Awaited<ReturnType<typeof countAnswers>>): BookLifeFigures['questions'] {
  return counts
    .map(({ answered, wrong, subjectTitle, pageNumber, ...question }) => ({
      ...question,
      subject_title: subjectTitle,
      page_number: pageNumber,
      number_answered: tensOf(answered),
      number_wrong: tensOf(wrong),
    }))
    .filter((question) => question.number_wrong >= question.number_answered * FAILING_RATIO)
    .sort((a, b) => b.number_wrong / b.number_answered - a.number_wrong / a.number_answered)
    .slice(0, MAX_QUESTIONS);
}
