/** Attributes of our own files for data that QTI does not cover. */
export const OWN_ATTRIBUTES = { page: 'data-vesalius-page', section: 'data-vesalius-section' };
