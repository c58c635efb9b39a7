import { z } from 'zod';
import { Id, IsoDate, PageNumber, Timestamp } from './atoms.ts';
import { BookEdition } from './catalogue-parts.ts';
import { ASSIGNMENT_KINDS, STUDENT_STATES } from './programs-limits.ts';

/** Scores of all students who solved a turn, in ten bins of ten percent each (the last one includes 100). */
export const Distribution = z.object({
  count: z.number().int(),
  mean: z.number().nullable(),
  bins: z.array(z.number().int()).length(10),
});
export type Distribution = z.output<typeof Distribution>;

const ChapterScores = z.object({
  test: z.object({ id: Id, title: z.string() }),
  pre: Distribution,
  post: Distribution,
});
/** A section whose group result is below the limit for alerts. */
const WeakSection = z.object({
  test_title: z.string(),
  name: z.string(),
  first_page: PageNumber,
  last_page: PageNumber,
  /** The share of correct answers: after the chapter if anyone solved that turn, otherwise before it. */
  percentage: z.number(),
  number_of_students: z.number().int(),
});

const BookScores = z.object({
  book: z.object({ id: Id, title: z.string() }),
  number_started: z.number().int(),
  number_completed: z.number().int(),
  chapters: z.array(ChapterScores),
  weak_sections: z.array(WeakSection),
  /**
   * The time of the results of chapters and sections; everything else is current. Large programs show recent sums; null = they are
   * being counted for the first time, and chapters and sections are empty.
   */
  counted_at: Timestamp.nullable(),
  /** New sums are being counted: ask again in a moment. */
  is_counting: z.boolean(),
});
export type BookScores = z.output<typeof BookScores>;

export const ProgramOverview = z.object({
  id: Id,
  name: z.string(),
  number_of_students: z.number().int(),
  states: z.record(z.enum(STUDENT_STATES), z.number().int()),
  books: z.array(
    BookEdition.extend({
      id: Id,
      title: z.string(),
      /** What can be assigned from this book: nothing of an edition whose last day is over. */
      subjects: z.array(z.object({ kind: z.enum(ASSIGNMENT_KINDS), id: Id, title: z.string() })),
    }),
  ),
  /** For the requested book, or the first. Null = the program has no book. */
  scores: BookScores.nullable(),
  assignments: z.array(
    BookEdition.extend({
      id: Id,
      kind: z.enum(ASSIGNMENT_KINDS),
      /** Of the book, the chapter or the chapter test. */
      subject_id: Id,
      title: z.string(),
      /** With the edition, where the book has several. */
      book_title: z.string(),
      due_on: IsoDate,
      /** The due date has ended in the caller's time zone: the task cannot be assigned again unchanged. */
      is_over: z.boolean(),
      note: z.string(),
      /** The students whom the task binds: those who joined before its due date ended. */
      number_assigned: z.number().int(),
      /** How many of these have done it. */
      number_done: z.number().int(),
    }),
  ),
});
export type ProgramOverview = z.output<typeof ProgramOverview>;
