import { z } from 'zod';
import { QUESTION_TURNS } from './assessments-results.ts';
import { Id, PageNumber, Timestamp } from './atoms.ts';
import { bookLifeCalls } from './book-life-calls.ts';
import { defineEndpoints } from './endpoints.ts';

/** Rounded down to tens; null: fewer than 10. */
const Readers = z.number().int().multipleOf(10).nullable();
const AtLeastTen = z.number().int().multipleOf(10).min(10);

const ChapterLife = z.object({
  title: z.string(),
  first_page: PageNumber,
  last_page: PageNumber,
  number_opened: Readers,
  number_read: Readers.describe('Were shown 90 percent of its pages'),
  number_stopped: Readers.describe(
    'Have their place here, did not complete the book, and read nothing for 30 days',
  ),
  typical_minutes: z
    .number()
    .int()
    .nullable()
    .describe('Median, rounded; null: fewer than 10 readers to tell from'),
});
export const BookLifeFigures = z.object({
  number_of_readers: AtLeastTen,
  number_completed: Readers,
  chapters: z.array(ChapterLife),
  /** Where most readers stopped, the most first. */
  stops: z.array(z.object({ page_number: PageNumber, label: z.string(), number_stopped: AtLeastTen })),
  /** Answered wrong by a third or more in the first attempt, the worst first. Pre-tests are left out. */
  questions: z.array(
    z.object({
      kind: z.enum(QUESTION_TURNS),
      subject_title: z.string(),
      question: z.string(),
      page_number: PageNumber.nullable(),
      number_answered: AtLeastTen,
      number_wrong: AtLeastTen,
    }),
  ),
  /** Left before 90 percent was played, and not taken up again for 7 days. */
  lectures: z.array(
    z.object({
      title: z.string(),
      page_number: PageNumber,
      number_started: AtLeastTen,
      number_left: AtLeastTen,
      left_at_percent: z.number().int().describe('Where half of them had left, rounded down to tens'),
    }),
  ),
  /** Asked for by at least 5 readers, and not found in the book. */
  searches: z.array(z.object({ words: z.string(), number_of_readers: Readers })),
});
export type BookLifeFigures = z.output<typeof BookLifeFigures>;

export const BookLife = z.object({
  book_id: Id,
  /** When the figures were counted; null: the book has had fewer than 10 readers. */
  counted_at: Timestamp.nullable(),
  figures: BookLifeFigures.nullable(),
});
export type BookLife = z.output<typeof BookLife>;

export const bookLifeEndpoints = defineEndpoints(bookLifeCalls, {
  getBookLife: {
    summary: 'How a book is read: chapters, where reading stops, questions, lectures, searches without a hit',
    description:
      'Numbers of readers are rounded down to tens, and none below 10 is told. The figures are counted again at most once a day, and only after at least 10 readers did something in the book.',
    query: z.object({ book_id: Id }),
    answer: BookLife,
    errors: ['not_allowed', 'not_subscribed'],
  },
});
export type BookLifeEndpoints = typeof bookLifeEndpoints;
