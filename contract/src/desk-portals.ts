/** Where books are made and reviewed: each call asks what its caller may do with the work. */
export const DESK = ['admin', 'author', 'editor'] as const;
