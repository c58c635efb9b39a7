/** Limits that the browser needs, too: no schemas here. */
export const OPEN_ANSWER_MAX_LENGTH = 4000;
/** Questions of one quiz, chapter test or final test. */
export const MAX_QUESTIONS = 2000;
/** Questions in one sitting of the review. */
export const REVIEW_SESSION_SIZE = 20;
