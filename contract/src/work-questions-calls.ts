import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** Questions of a book that is being made: files into it and out of it, and how those that readers see perform. */
export const workQuestionsCalls = defineCalls({
  readQuestionFile: { method: 'POST', path: '/works/:id/question_files/read', portals: DESK },
  importQuestions: { method: 'POST', path: '/works/:id/question_files/import', portals: DESK },
  /** Query: format, list. */
  exportQuestions: { method: 'GET', path: '/works/:id/question_files/export', portals: DESK },
  /** Query: list. */
  getWorkQuestionStatistics: { method: 'GET', path: '/works/:id/question_statistics', portals: DESK },
});
