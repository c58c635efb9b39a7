/** Enqueued in the transaction that publishes a new revision of a book. Payload: bookId. */
export const REANCHOR_ANNOTATIONS = 'reader.reanchor-annotations';
