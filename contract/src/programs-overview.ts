import { z } from 'zod';
import { Id, IsoDate, PageNumber, Timestamp } from './atoms.ts';
import { ASSIGNMENT_KINDS, STUDENT_STATES } from './programs-limits.ts';

/** Scores of everybody who solved a turn, as ten bins of ten percent each (the last one holds 100, too). */
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
/** A section whose group result is below the alert's percentage. */
const WeakSection = z.object({
  test_title: z.string(),
  name: z.string(),
  first_page: PageNumber,
  last_page: PageNumber,
  /** Right answers of all answers: after the chapter where somebody solved that turn, else before it. */
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
   * Of chapters and sections; everything else is of now. Large programs show sums of a short while ago; null = they are
   * being counted for the first time, and chapters and sections are still empty.
   */
  counted_at: Timestamp.nullable(),
  /** Newer sums are on their way: ask again in a moment. */
  is_counting: z.boolean(),
});
export type BookScores = z.output<typeof BookScores>;

export const ProgramOverview = z.object({
  id: Id,
  name: z.string(),
  number_of_students: z.number().int(),
  states: z.record(z.enum(STUDENT_STATES), z.number().int()),
  books: z.array(
    z.object({
      id: Id,
      title: z.string(),
      /** What can be assigned of this book. */
      subjects: z.array(z.object({ kind: z.enum(ASSIGNMENT_KINDS), id: Id, title: z.string() })),
    }),
  ),
  /** Of one book: the asked one, or the first. Null = the program has no book. */
  scores: BookScores.nullable(),
  assignments: z.array(
    z.object({
      id: Id,
      kind: z.enum(ASSIGNMENT_KINDS),
      /** Of the book, the chapter or the chapter test. */
      subject_id: Id,
      title: z.string(),
      book_title: z.string(),
      due_on: IsoDate,
      /** That day has ended where the caller is: it cannot be assigned again as it was. */
      is_over: z.boolean(),
      note: z.string(),
      /** Students whom it binds: who joined after its day was over is not asked for it. */
      number_assigned: z.number().int(),
      /** Of these. */
      number_done: z.number().int(),
    }),
  ),
});
export type ProgramOverview = z.output<typeof ProgramOverview>;
