export const PREPARE_SHARP_PAGES = 'publishing.prepare-sharp-pages';
export const REMOVE_REVISION = 'publishing.remove-revision';
export const REMOVE_ABANDONED_IMPORT = 'publishing.remove-abandoned-import';
