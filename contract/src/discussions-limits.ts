/** Limits of topics for the browser, without schemas. */
export const OWNABLE_TYPES = ['User', 'ProgramDirector'] as const;
export const TOPIC_TITLE_MAX_LENGTH = 200;
/** Length of the HTML. */
export const TOPIC_CONTENT_MAX_LENGTH = 100_000;
export const COMMENT_MAX_LENGTH = 5000;
export const HIDE_REASON_MAX_LENGTH = 200;
export const TOPICS_PER_PAGE = 10;
/** The polling interval for new comments of an open topic (milliseconds). */
export const COMMENTS_POLL_MS = 8000;
/** For images in topics; the upload checks the content. */
export const UPLOAD_IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
