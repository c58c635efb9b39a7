import { defineCalls } from './calls.ts';

/** What the staff does about the catalogue without a book folder: packages, programs, publishers, the people of a book. */
export const publishingAdminCalls = defineCalls({
  listCataloguePackages: { method: 'GET', path: '/packages', portals: ['admin'] },
  createPackage: { method: 'POST', path: '/packages', portals: ['admin'] },
  getCataloguePackage: { method: 'GET', path: '/packages/:id', portals: ['admin'] },
  updatePackage: { method: 'PUT', path: '/packages/:id', portals: ['admin'] },
  publishPackage: { method: 'POST', path: '/packages/:id/publish', portals: ['admin'] },
  /** Out of the shop; those who have it keep it. */
  withdrawPackage: { method: 'POST', path: '/packages/:id/withdraw', portals: ['admin'] },
  listPrograms: { method: 'GET', path: '/programs', portals: ['admin'] },
  createProgram: { method: 'POST', path: '/programs', portals: ['admin'] },
  getProgram: { method: 'GET', path: '/programs/:id', portals: ['admin'] },
  updateProgram: { method: 'PUT', path: '/programs/:id', portals: ['admin'] },
  /** A reader becomes a director by it. */
  addProgramDirector: { method: 'POST', path: '/programs/:id/directors', portals: ['admin'] },
  removeProgramDirector: { method: 'DELETE', path: '/programs/:id/directors/:userId', portals: ['admin'] },
  /** Published or not, and works that are not yet a book. */
  listCatalogueBooks: { method: 'GET', path: '/books', portals: ['admin'] },
  getBookPeople: { method: 'GET', path: '/books/:id', portals: ['admin'] },
  /** A reader becomes an author or editor by it. */
  addBookPerson: { method: 'POST', path: '/books/:id/people', portals: ['admin'] },
  /** Query: email, book_role. */
  removeBookPerson: { method: 'DELETE', path: '/books/:id/people', portals: ['admin'] },
  listPublishers: { method: 'GET', path: '/publishers', portals: ['admin'] },
  createPublisher: { method: 'POST', path: '/publishers', portals: ['admin'] },
  getPublisher: { method: 'GET', path: '/publishers/:id', portals: ['admin'] },
  updatePublisher: { method: 'PUT', path: '/publishers/:id', portals: ['admin'] },
});
