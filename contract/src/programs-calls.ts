import { defineCalls } from './calls.ts';

/** Programs and their students. Specification, document 2 section 7 "Programs and students". */
export const programsCalls = defineCalls({
  /** Query: program_id, search_term, state, page, items. */
  studentsOverview: { method: 'GET', path: '/students/students_overview', portals: ['program_director'] },
  /** JSON, or a CSV or Excel file as the multipart field `program[users_file]`. Query: dry_run, import_id, columns. */
  assignUsers: { method: 'POST', path: '/programs/:id/assign_users', portals: ['program_director'] },
  /** Imports of the last day that can be undone. */
  listImports: { method: 'GET', path: '/programs/:id/imports', portals: ['program_director'] },
  /** Removes the people whom one import added; possible for a day. */
  undoImport: { method: 'DELETE', path: '/programs/:id/imports/:importId', portals: ['program_director'] },
  resendInvitations: {
    method: 'POST',
    path: '/programs/:id/invitations',
    portals: ['program_director'],
  },
  /** Mails students who are behind. */
  remindStudents: { method: 'POST', path: '/programs/:id/reminders', portals: ['program_director'] },
  removeStudent: { method: 'DELETE', path: '/programs/:id/users/:studentId', portals: ['program_director'] },
  /** Removes any number of students at once. */
  removeStudents: { method: 'POST', path: '/programs/:id/removals', portals: ['program_director'] },
  /** Removals of the last day that can be undone. */
  listRemovals: { method: 'GET', path: '/programs/:id/removals', portals: ['program_director'] },
  /** Puts the removed students back; possible for a day. */
  undoRemoval: {
    method: 'DELETE',
    path: '/programs/:id/removals/:removalId',
    portals: ['program_director'],
  },
  getStudentProgress: {
    method: 'GET',
    path: '/programs/:id/users/:studentId',
    portals: ['program_director'],
  },
  listCurrentPrograms: { method: 'GET', path: '/programs/current', portals: ['program_director'] },
  listUserPrograms: { method: 'GET', path: '/programs/user_programs/:userId', portals: ['customer'] },
  /** Of the caller's membership. */
  shareEarlierResults: {
    method: 'POST',
    path: '/programs/:id/membership/earlier_results',
    portals: ['customer'],
  },
  leaveProgram: { method: 'DELETE', path: '/programs/:id/membership', portals: ['customer'] },
  getProgramOverview: { method: 'GET', path: '/programs/:id/overview', portals: ['program_director'] },
  /** What its students answered in the survey of a book. Query: book_id. */
  getProgramSurvey: { method: 'GET', path: '/programs/:id/survey_results', portals: ['program_director'] },
  /** Query: book_id, question_id, page, items. */
  listProgramSurveyWords: {
    method: 'GET',
    path: '/programs/:id/survey_results/words',
    portals: ['program_director'],
  },
  /** One row per student and chapter test. Query: student_id, book_id. */
  downloadProgressCsv: { method: 'GET', path: '/programs/:id/progress.csv', portals: ['program_director'] },
  createAssignment: { method: 'POST', path: '/programs/:id/assignments', portals: ['program_director'] },
  updateAssignment: {
    method: 'PATCH',
    path: '/programs/:id/assignments/:assignmentId',
    portals: ['program_director'],
  },
  deleteAssignment: {
    method: 'DELETE',
    path: '/programs/:id/assignments/:assignmentId',
    portals: ['program_director'],
  },
});
