import { z } from 'zod';
import { SurveyResults, SurveyWords } from './assessments-results.ts';
import { Id, IsoDate, ListQuery, listOf, Timestamp } from './atoms.ts';
import { BookEdition } from './catalogue-parts.ts';
import { SURVEY_GROUP_SIZE } from './constants.ts';
import { defineEndpoints } from './endpoints.ts';
import { ACTIVITIES, PEOPLE_ORDERS } from './people-activity.ts';
import {
  IMPORT_DESCRIPTION,
  ImportQuery,
  ImportResult,
  PeopleImports,
  PeopleList,
  PeopleRemovals,
  RemovalResult,
  ResendBody,
  ResendResult,
  UndoResult,
} from './people-import.ts';
import { programsCalls } from './programs-calls.ts';
import {
  ASSIGNMENT_KINDS,
  ASSIGNMENT_NOTE_MAX_LENGTH,
  REMOVAL_MAX_STUDENTS,
  STUDENT_STATES,
  STUDENTS_PER_PAGE,
} from './programs-limits.ts';
import { ProgramOverview } from './programs-overview.ts';
import { StudentProgress, StudentRow } from './programs-students.ts';
import { WrittenText } from './written-text.ts';

const ProgramBook = BookEdition.extend({
  id: Id,
  title: z.string(),
  author: z.string(),
  cover_photo: z.string(),
  number_of_pages: z.number().int(),
  book_progress: z.object({
    status: z.enum(['not_started', 'in_progress', 'completed']),
    page: z.number().int(),
  }),
});
/** A task of the student with its due date; `done` follows from the student's progress, as the directors see it. */
const OwnAssignment = BookEdition.extend({
  id: Id,
  kind: z.enum(ASSIGNMENT_KINDS),
  title: z.string(),
  book_id: Id,
  /** With the edition, where the book has several. */
  book_title: z.string(),
  /** The page to begin with. */
  page: z.number().int(),
  due_on: IsoDate,
  /** The end of that day in the student's time zone. */
  due_at: Timestamp,
  note: z.string(),
  done: z.boolean(),
  /** It was done before results of the student count, and not since. */
  done_before_joining: z.boolean(),
});
export const Program = z.object({
  id: Id,
  name: z.string(),
  photo_url: z.string().nullable(),
  number_of_students: z.number().int(),
  number_of_topics: z.number().int(),
  books: z.array(ProgramBook),
});
export type Program = z.output<typeof Program>;
export const OwnProgram = Program.extend({
  assignments: z.array(OwnAssignment),
  /** The directors, who see the caller's results. */
  directors: z.array(z.string()),
  /** They do not see earlier results; null = they see all. */
  hidden_before: Timestamp.nullable(),
});
export type OwnProgram = z.output<typeof OwnProgram>;

export const AssignmentBody = z.object({
  kind: z.enum(ASSIGNMENT_KINDS),
  /** Of the book, the chapter or the chapter test. */
  subject_id: Id,
  due_on: IsoDate,
  note: WrittenText.max(ASSIGNMENT_NOTE_MAX_LENGTH).default(''),
  /**
   * The id of a removed task to restore; its reminder is not sent again. If another task has this id, nothing changes and the
   * answer is `edited_meanwhile`.
   */
  restores: Id.optional(),
});

export const programsEndpoints = defineEndpoints(programsCalls, {
  studentsOverview: {
    summary: 'Students of a program with their progress, by name or by last activity',
    query: ListQuery.extend({
      program_id: Id,
      /** A part of the name or the mail address. */
      search_term: z.string().trim().max(100).optional(),
      state: z.enum(STUDENT_STATES).optional(),
      activity: z.enum(ACTIVITIES).optional(),
      order: z.enum(PEOPLE_ORDERS).default('name'),
      items: z.coerce.number().int().min(1).max(100).default(STUDENTS_PER_PAGE),
    }),
    answer: listOf(StudentRow),
  },
  assignUsers: {
    summary: 'Add students, one or many; with dry_run only what would happen',
    description: IMPORT_DESCRIPTION,
    needsMail: true,
    query: ImportQuery,
    // Undefined if a file is sent instead.
    body: z.object({ program: z.object({ users: PeopleList }).optional() }),
    answer: ImportResult,
    takesFile: 'program[users_file]',
    errors: ['duplicate_student', 'csv_invalid', 'too_many_addresses'],
    bodyLimit: 1_000_000,
  },
  listImports: { summary: 'Imports that can still be undone, newest first', answer: PeopleImports },
  undoImport: {
    summary: 'Undo an import: whom it has added leaves the program, unless they have accepted or read since',
    answer: UndoResult,
    errors: ['undo_over'],
  },
  resendInvitations: {
    summary: 'Send the invitation again to students who have not accepted it',
    needsMail: true,
    body: ResendBody,
    answer: ResendResult,
    bodyLimit: 1_000_000,
  },
  remindStudents: {
    summary: 'Remind students who are behind of the tasks whose day is over, each once a day at most',
    needsMail: true,
    body: ResendBody,
    answer: ResendResult,
    bodyLimit: 1_000_000,
  },
  removeStudent: { summary: 'Take a student out of the program; achievements stay' },
  removeStudents: {
    summary: 'Take students out of the program, all in one act; achievements stay',
    description:
      'Who is not in the program is passed over. For a day the removal can be undone by its id. Sent twice it is one removal.',
    body: z.object({
      /** Created by the browser. */
      removal_id: Id,
      user_ids: z.array(Id).min(1).max(REMOVAL_MAX_STUDENTS),
    }),
    answer: RemovalResult,
    bodyLimit: 1_000_000,
  },
  listRemovals: { summary: 'Removals that can still be undone, newest first', answer: PeopleRemovals },
  undoRemoval: {
    summary: 'Put the students of a removal back, with the day on which they joined',
    answer: z.object({ restored: z.number().int() }),
    errors: ['undo_over'],
  },
  getStudentProgress: { summary: 'Scores of one student, book by book', answer: StudentProgress },
  listCurrentPrograms: { summary: 'The programs that the caller directs', answer: listOf(Program) },
  listUserPrograms: {
    summary: 'The programs in which the caller is a student',
    answer: listOf(OwnProgram),
  },
  shareEarlierResults: {
    summary: 'Let the directors of a program see the results of the caller from before joining, too',
  },
  leaveProgram: { summary: 'Leave a program; achievements stay' },
  getProgramOverview: {
    summary: 'How the whole program does: states, scores by chapter, weak sections, assignments',
    query: z.object({ book_id: Id.optional() }),
    answer: ProgramOverview,
  },
  getProgramSurvey: {
    summary: 'What the students of a program answered in the survey of a book, without names',
    description: `Shown once ${SURVEY_GROUP_SIZE} students have answered, and then in groups of ${SURVEY_GROUP_SIZE}. A student in several programs is counted in the first one that has a group.`,
    query: z.object({ book_id: Id }),
    answer: SurveyResults,
  },
  listProgramSurveyWords: {
    summary: 'What the students of a program wrote in answer to a question of the survey',
    query: ListQuery.extend({ book_id: Id, question_id: Id }),
    answer: listOf(SurveyWords),
  },
  downloadProgressCsv: {
    summary:
      'All scores as CSV; of one student, or of one book, if so asked. `book_id` tells editions of one title apart',
    query: z.object({ student_id: Id.optional(), book_id: Id.optional() }),
    raw: 'text/csv',
  },
  createAssignment: {
    summary: 'Assign a book, a chapter or a chapter test until a day',
    body: AssignmentBody,
    answer: z.object({ id: Id }),
    status: 201,
    errors: ['due_in_past', 'edited_meanwhile'],
  },
  updateAssignment: {
    summary: 'Give an assignment another due date',
    body: z.object({ due_on: IsoDate }),
    errors: ['due_in_past'],
  },
  deleteAssignment: { summary: 'Withdraw an assignment' },
});
export type ProgramsEndpoints = typeof programsEndpoints;
