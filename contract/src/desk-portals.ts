/** The portals where books are made and reviewed; each call checks what its caller may do with the work. */
export const DESK = ['admin', 'author', 'editor'] as const;
