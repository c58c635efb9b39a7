/** The students of a program, as its directors see them. */
import { z } from 'zod';
import { Id, IsoDate, Timestamp } from './atoms.ts';
import { ASSIGNMENT_KINDS, STUDENT_STATES } from './programs-limits.ts';

const Score = z.object({
  score: z.number(),
  total: z.number(),
  /** One decimal. */
  percentage: z.number(),
});
export type Score = z.output<typeof Score>;

const Student = z.object({
  id: Id,
  first_name: z.string(),
  second_name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
});

/** A row of the list of students: the progress in each book, without single tests. */
export const StudentRow = z.object({
  user: Student,
  joined_at: Timestamp,
  /** Earlier results are hidden unless the student shares them. Null = none are hidden. */
  hidden_before: Timestamp.nullable(),
  state: z.enum(STUDENT_STATES),
  /** When the last invitation was sent; only until it is accepted. */
  invitation_sent_at: Timestamp.nullable(),
  /** The last page read or test taken in a book of the program. */
  last_active_at: Timestamp.nullable(),
  /** When a director last had the student reminded of overdue tasks. */
  reminded_at: Timestamp.nullable(),
  /** The book with the latest release date among those of the program. */
  last_course: z.object({ id: Id, title: z.string() }).nullable(),
  /** The last chapter of that course whose pre-test is solved. */
  last_chapter: z
    .object({
      id: Id,
      title: z.string(),
      pre_test_score: Score,
      /** Null = the post-test is not solved. */
      post_test_score: Score.nullable(),
    })
    .nullable(),
  books: z.array(
    z.object({
      book: z.object({ id: Id, title: z.string() }),
      number_of_tests: z.number().int(),
      /** Tests with both turns solved. */
      tests_done: z.number().int(),
      percentage: z.number(),
      final_score: Score.nullable(),
      /** The book is completed: its pages were shown, and its final test, if any, was passed. */
      is_read: z.boolean(),
      /** Null = the book has no final test. */
      is_passed: z.boolean().nullable(),
      /** Null = the book has no certificate. */
      is_certified: z.boolean().nullable(),
      /** What the certificate requires beside the final test and the survey; null = no certificate, or nothing. */
      certificate_requires: z
        .object({
          /** Null = not required. */
          mandatory_tests: z.object({ solved: z.number().int(), total: z.number().int() }).nullable(),
          pages_percent: z.number().int().nullable(),
        })
        .nullable(),
    }),
  ),
});
export type StudentRow = z.output<typeof StudentRow>;

export const StudentProgress = z.object({
  user: Student,
  program: z.object({ id: Id, name: z.string() }),
  /** As in the list. */
  hidden_before: Timestamp.nullable(),
  /** The tasks that bind the student; `behind`: the due date has ended in the student's time zone. */
  tasks: z.array(
    z.object({
      id: Id,
      kind: z.enum(ASSIGNMENT_KINDS),
      title: z.string(),
      book_title: z.string(),
      due_on: IsoDate,
      note: z.string(),
      state: z.enum(['done', 'behind', 'open']),
    }),
  ),
  books: z.array(
    z.object({
      book: z.object({ id: Id, title: z.string(), author: z.string(), cover_photo: z.string() }),
      tests: z.array(
        z.object({
          test: z.object({ id: Id, title: z.string() }),
          test_report: z.object({
            result: z.object({ pre_test_score: Score.nullable(), post_test_score: Score.nullable() }),
          }),
        }),
      ),
      final_score: Score.nullable(),
    }),
  ),
});
export type StudentProgress = z.output<typeof StudentProgress>;
