import { defineCalls } from './calls.ts';

/** Quizzes, chapter tests, final test, survey, review. Specification, document 2 section 7. */
export const assessmentsCalls = defineCalls({
  /** Query: book_id. */
  listBookQuizzes: {
    method: 'GET',
    path: '/book_quizzes',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
  /** Query: book_id, book_page. */
  getQuiz: {
    method: 'GET',
    path: '/quizzes/:id',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
  submitQuiz: { method: 'POST', path: '/questions/quiz_questions_answers', portals: ['customer'] },
  /** One question of a quiz: graded immediately, and then locked. */
  answerQuizQuestion: { method: 'POST', path: '/quizzes/:id/answers', portals: ['customer'] },
  listTests: {
    method: 'GET',
    path: '/tests',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
  getTest: {
    method: 'GET',
    path: '/tests/:id',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
  submitTest: { method: 'POST', path: '/test_answers/bulk_create', portals: ['customer'] },
  /** Query: book_id; attempt = one attempt with its answers; paper = only the questions, for taking it (again). */
  getFinalTest: {
    method: 'GET',
    path: '/final_tests',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
  submitFinalTest: { method: 'POST', path: '/final_tests/submit_final_test', portals: ['customer'] },
  getSurvey: {
    method: 'GET',
    path: '/surveys/:surveyId',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
  /** The specification gives it to every portal; users without progress are refused. */
  submitSurvey: {
    method: 'POST',
    path: '/survey_answers',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
  /** Answers that are stored while they are being given. Query: kind, subject_id. */
  getAnswerDraft: { method: 'GET', path: '/answer_drafts', portals: ['customer'] },
  saveAnswerDraft: { method: 'PATCH', path: '/answer_drafts', portals: ['customer'] },
  /** Statistics of each question of a book. Query: book_id. */
  listQuestionStatistics: {
    method: 'GET',
    path: '/question_statistics',
    portals: ['author', 'editor', 'program_director', 'admin'],
  },
  downloadQuestionStatistics: {
    method: 'GET',
    path: '/question_statistics/export',
    portals: ['author', 'editor', 'program_director', 'admin'],
  },
  getSurveyResults: { method: 'GET', path: '/survey_results', portals: ['author', 'editor', 'admin'] },
  listSurveyWords: { method: 'GET', path: '/survey_results/words', portals: ['author', 'editor', 'admin'] },
  downloadSurveyResults: {
    method: 'GET',
    path: '/survey_results/export',
    portals: ['author', 'editor', 'admin'],
  },
  /** Wrongly answered questions that are due for review, from all books of the reader. */
  getReview: { method: 'GET', path: '/review', portals: ['customer'] },
  answerReview: { method: 'POST', path: '/review/answers', portals: ['customer'] },
  getPractice: { method: 'GET', path: '/review/practice', portals: ['customer'] },
  listPracticeQuestions: { method: 'GET', path: '/review/practice/questions', portals: ['customer'] },
  answerPractice: { method: 'POST', path: '/review/practice/answers', portals: ['customer'] },
  rateReview: { method: 'PUT', path: '/review/answers/:questionId/effort', portals: ['customer'] },
});
