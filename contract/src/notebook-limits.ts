/** Four colors: enough to distinguish kinds of notes, few enough to choose quickly. */
export const HIGHLIGHT_COLORS = ['yellow', 'green', 'blue', 'pink'] as const;

/** Of the quoted passage of a note (letters). */
export const MAX_QUOTE_LENGTH = 4000;

export const NOTEBOOK_KINDS = ['note', 'highlight', 'bookmark'] as const;
export type NotebookKind = (typeof NOTEBOOK_KINDS)[number];

export const NOTEBOOK_ORDERS = ['newest', 'book'] as const;
export type NotebookOrder = (typeof NOTEBOOK_ORDERS)[number];
