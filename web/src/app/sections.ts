/** The ids of the landing page's sections that header and footer link to. */
export const SECTIONS = { courses: 'courses', about: 'about', contact: 'contact' } as const;
