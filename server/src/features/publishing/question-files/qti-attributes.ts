/** Of our own files, what QTI has no place for. */
export const OWN_ATTRIBUTES = { page: 'data-vesalius-page', section: 'data-vesalius-section' };
