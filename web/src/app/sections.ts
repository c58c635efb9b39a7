/** The ids of the landing page's sections that header and footer lead to. */
export const SECTIONS = { courses: 'courses', about: 'about', contact: 'contact' } as const;
