export const PREPARE_SHARP_PAGES = 'publishing.prepare-sharp-pages';
/** Payload: bookId and page up to which it is done; empty at first. */
export const INDEX_DIVIDED_WORDS = 'publishing.index-divided-words';
export const REMOVE_REVISION = 'publishing.remove-revision';
export const REMOVE_ABANDONED_IMPORT = 'publishing.remove-abandoned-import';
