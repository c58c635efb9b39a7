import { defineCalls } from './calls.ts';

/** Books, categories, packages. Specification, document 2 section 7 "Books". */
export const catalogueCalls = defineCalls({
  listBooks: {
    method: 'GET',
    path: '/books',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
  getBook: {
    method: 'GET',
    path: '/books/:id',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
  listFeaturedBooks: {
    method: 'GET',
    path: '/books/featured',
    portals: ['customer', 'program_director'],
    who: 'open',
  },
  /** Query: book_id. */
  listRelatedBooks: {
    method: 'GET',
    path: '/related_books',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
  listAssignedBooks: { method: 'GET', path: '/assigned_books', portals: ['author', 'editor'] },
  listInstitutionBooks: { method: 'GET', path: '/books/list_institution_books', portals: ['customer'] },
  /** The caller's books: by own subscription, by package, by program. */
  listOwnBooks: { method: 'GET', path: '/books/own', portals: ['customer', 'program_director'] },
  /** Books that the reader has begun, the latest first. */
  listStartedBooks: { method: 'GET', path: '/books/started', portals: ['customer'] },
  /** Query: search_term. Titles, authors, chapters and the text of the books, as the reader types. */
  searchCatalogue: {
    method: 'GET',
    path: '/search',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
  listCategories: {
    method: 'GET',
    path: '/categories',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
  listBookLanguages: {
    method: 'GET',
    path: '/book_languages',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
  listPackages: { method: 'GET', path: '/packages', portals: ['customer', 'program_director'], who: 'open' },
  getPackage: {
    method: 'GET',
    path: '/packages/:id',
    portals: ['customer', 'program_director'],
    who: 'open',
  },
});
