/** Limits that the browser needs as well; without schemas. */
export const OPEN_ANSWER_MAX_LENGTH = 4000;
/** Per quiz, chapter test or final test. */
export const MAX_QUESTIONS = 2000;
/** The number of questions in one review session. */
export const REVIEW_SESSION_SIZE = 20;
