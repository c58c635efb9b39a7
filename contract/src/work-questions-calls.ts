import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** Files of questions: into a book that is being made, and out of it. */
export const workQuestionsCalls = defineCalls({
  readQuestionFile: { method: 'POST', path: '/works/:id/question_files/read', portals: DESK },
  importQuestions: { method: 'POST', path: '/works/:id/question_files/import', portals: DESK },
  /** Query: format, list. */
  exportQuestions: { method: 'GET', path: '/works/:id/question_files/export', portals: DESK },
});
