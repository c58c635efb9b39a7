/** What the browser needs to know about topics without their schemas. */
export const OWNABLE_TYPES = ['User', 'ProgramDirector'] as const;
export const TOPIC_TITLE_MAX_LENGTH = 200;
/** Of HTML. */
export const TOPIC_CONTENT_MAX_LENGTH = 100_000;
export const COMMENT_MAX_LENGTH = 5000;
export const HIDE_REASON_MAX_LENGTH = 200;
export const TOPICS_PER_PAGE = 10;
/** New comments are asked for this often while a topic is open (milliseconds). */
export const COMMENTS_POLL_MS = 8000;
/** Of pictures in topics; the upload checks the content. */
export const UPLOAD_IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
