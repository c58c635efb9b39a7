import type { Role } from '@vesalius/contract/calls';
import { VIEWER_PATTERN, viewerPath } from '../lib/viewer-address.ts';

/** Every address of the web app, with its builder. Patterns match whatever the letter case. */
const query = (values: Record<string, string | number | undefined>) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
};

export const paths = {
  home: { pattern: '/', to: (section?: string) => (section ? `/#${section}` : '/') },
  signIn: { pattern: '/SignIn', to: (next?: string) => `/SignIn${query({ next })}` },
  signInAlias: { pattern: '/login', to: () => '/login' },
  registration: { pattern: '/registration', to: (next?: string) => `/registration${query({ next })}` },
  forgetPassword: { pattern: '/forget-password', to: () => '/forget-password' },
  verification: { pattern: '/verification', to: () => '/verification' },
  missingVerification: {
    pattern: '/missing_verification',
    /** `next`: where the user goes on once the address is verified. */
    to: (next?: string) => `/missing_verification${query({ next: next === '/' ? undefined : next })}`,
  },
  googleReturn: { pattern: '/signin/google', to: () => '/signin/google' },
  contact: { pattern: '/contact-us', to: () => '/contact-us' },
  accessibility: { pattern: '/accessibility', to: () => '/accessibility' },
  terms: { pattern: '/terms', to: () => '/terms' },

  books: {
    pattern: '/books',
    to: (
      filters: {
        listType?: string;
        bookId?: string;
        category_id?: string;
        search_term?: string;
        sorting_term?: string;
      } = {},
    ) => `/books${query(filters)}`,
  },
  featuredBooks: { pattern: '/books/featured', to: () => '/books/featured' },
  bookProfile: { pattern: '/book-profile/:id', to: (id: string) => `/book-profile/${id}` },
  programBookProfile: {
    pattern: '/programs/book-profile/:id',
    to: (id: string) => `/programs/book-profile/${id}`,
  },
  packages: { pattern: '/packages', to: () => '/packages' },
  packageProfile: { pattern: '/packages/:id', to: (id: string) => `/packages/${id}` },
  myBooks: { pattern: '/subscriped-books', to: () => '/subscriped-books' },
  institutionManagement: { pattern: '/institution-management', to: () => '/institution-management' },
  institutionBooks: { pattern: '/institution-books', to: () => '/institution-books' },

  bookViewer: {
    pattern: VIEWER_PATTERN,
    to: (id: string, page?: number) => viewerPath(id) + query({ page }),
  },
  editorNotes: { pattern: '/editors/notes/:bookId', to: (bookId: string) => `/editors/notes/${bookId}` },

  lectures: { pattern: '/book-all-videos/:id', to: (id: string) => `/book-all-videos/${id}` },
  supplementary: {
    pattern: '/supplementary/:id/:bookId/:supplementaryMaterialId?',
    to: (id: string, bookId: string, materialId: string) => `/supplementary/${id}/${bookId}/${materialId}`,
  },

  allTests: { pattern: '/book-all-tests/:id', to: (id: string) => `/book-all-tests/${id}` },
  bookResults: { pattern: '/book-results/:id', to: (id: string) => `/book-results/${id}` },
  testDisplay: {
    pattern: '/testdisplay/:testId/:testType/:bookId',
    to: (testId: string, type: 0 | 1, bookId: string) => `/testdisplay/${testId}/${type}/${bookId}`,
  },
  authorTestDisplay: {
    pattern: '/testdisplay/authors/:testId/:testType/:bookId',
    to: (testId: string, type: 0 | 1, bookId: string) => `/testdisplay/authors/${testId}/${type}/${bookId}`,
  },
  programTestDisplay: {
    pattern: '/testdisplay/programs/:testId/:testType/:bookId',
    to: (testId: string, type: 0 | 1, bookId: string) => `/testdisplay/programs/${testId}/${type}/${bookId}`,
  },
  quizDisplay: {
    pattern: '/quizdisplay/:quizId/:bookId/:bookPage',
    to: (quizId: string, bookId: string, page: number) => `/quizdisplay/${quizId}/${bookId}/${page}`,
  },
  finalTest: {
    pattern: '/FinalTest/:mode/:bookId/:testViewMode',
    to: (mode: string, bookId: string, view: string) => `/FinalTest/${mode}/${bookId}/${view}`,
  },
  programFinalTest: {
    pattern: '/programs/FinalTest/:mode/:bookId/:testViewMode',
    to: (mode: string, bookId: string, view: string) => `/programs/FinalTest/${mode}/${bookId}/${view}`,
  },
  authorFinalTest: {
    pattern: '/authors/FinalTest/:mode/:bookId/:testViewMode',
    to: (mode: string, bookId: string, view: string) => `/authors/FinalTest/${mode}/${bookId}/${view}`,
  },
  finalTestScore: {
    pattern: '/FinalTestScore',
    to: (bookId?: string) => `/FinalTestScore${query({ bookId })}`,
  },
  certificates: {
    pattern: '/certificates',
    to: (bookId?: string) => `/certificates${query({ book: bookId })}`,
  },
  checkCertificate: { pattern: '/certificates/verify', to: () => '/certificates/verify' },
  verifyCertificate: {
    pattern: '/certificates/verify/:certificateUniqueId',
    to: (uniqueId: string) => `/certificates/verify/${uniqueId}`,
  },
  review: { pattern: '/review', to: () => '/review' },

  profile: { pattern: '/profile-info/:userId', to: (userId: string) => `/profile-info/${userId}` },
  changePassword: { pattern: '/change-password', to: () => '/change-password' },
  authorChangePassword: { pattern: '/authors/change-password', to: () => '/authors/change-password' },
  editorChangePassword: { pattern: '/editors/change-password', to: () => '/editors/change-password' },
  directorChangePassword: { pattern: '/programs/change-password', to: () => '/programs/change-password' },
  admin: { pattern: '/admin', to: () => '/admin' },
  adminPerson: { pattern: '/admin/people/:id', to: (id: string) => `/admin/people/${id}` },
  adminInstitutions: { pattern: '/admin/institutions', to: () => '/admin/institutions' },
  adminInstitution: { pattern: '/admin/institutions/:id', to: (id: string) => `/admin/institutions/${id}` },
  adminJobs: { pattern: '/admin/jobs', to: () => '/admin/jobs' },
  adminSales: { pattern: '/admin/sales', to: () => '/admin/sales' },
  adminPayments: { pattern: '/admin/payments', to: () => '/admin/payments' },
  adminPromoCodes: { pattern: '/admin/promo-codes', to: () => '/admin/promo-codes' },
  adminPrices: { pattern: '/admin/prices', to: () => '/admin/prices' },
  adminReconciliation: { pattern: '/admin/reconciliation', to: () => '/admin/reconciliation' },
  adminCertificates: { pattern: '/admin/certificates', to: () => '/admin/certificates' },
  adminCertificate: {
    pattern: '/admin/certificates/:number',
    to: (number: string) => `/admin/certificates/${number}`,
  },
  adminResults: { pattern: '/admin/results', to: () => '/admin/results' },
  adminAudit: { pattern: '/admin/audit', to: () => '/admin/audit' },

  promoCode: { pattern: '/promocode/:id', to: (bookId: string) => `/promocode/${bookId}` },
  checkout: {
    pattern: '/checkout',
    to: (mode: 'book' | 'package', id: string, method?: 'card' | 'paypal') =>
      `/checkout${query({ mode, id, method })}`,
  },
  bookCheckout: { pattern: '/bookCheckout/book/:id', to: (id: string) => `/bookCheckout/book/${id}` },
  packageCheckout: {
    pattern: '/bookCheckout/package/:id',
    to: (id: string) => `/bookCheckout/package/${id}`,
  },
  subscriptions: { pattern: '/subscription-management', to: () => '/subscription-management' },

  programs: { pattern: '/programs', to: () => '/programs' },
  programOverview: {
    pattern: '/programs/:program_id/overview',
    to: (id: string) => `/programs/${id}/overview`,
  },
  students: {
    pattern: '/programs/:program_id/StudentsList',
    to: (id: string) => `/programs/${id}/StudentsList`,
  },
  addStudent: {
    pattern: '/programs/:program_id/add-student-form',
    to: (id: string) => `/programs/${id}/add-student-form`,
  },
  studentProgress: {
    pattern: '/programs/:program_id/StudentProgress/:studentId',
    to: (id: string, studentId: string) => `/programs/${id}/StudentProgress/${studentId}`,
  },
  directorTopics: { pattern: '/programs/:program_id/Topics', to: (id: string) => `/programs/${id}/Topics` },
  studentTopics: { pattern: '/Topics', to: () => '/Topics' },
  programStudentTopics: {
    pattern: '/students-topics/:program_id',
    to: (id: string) => `/students-topics/${id}`,
  },
  addTopic: {
    pattern: '/programs/:program_id/topic/AddNewTopic',
    to: (id: string) => `/programs/${id}/topic/AddNewTopic`,
  },
  editTopic: {
    pattern: '/programs/:program_id/topic/EditOldTopic/:id',
    to: (id: string, topicId: string) => `/programs/${id}/topic/EditOldTopic/${topicId}`,
  },
  directorTopic: {
    pattern: '/programs/getprogra/:programId/topics/:topicId',
    to: (id: string, topicId: string) => `/programs/getprogra/${id}/topics/${topicId}`,
  },
  studentTopic: {
    pattern: '/getprogra/:programId/topics/:topicId',
    to: (id: string, topicId: string) => `/getprogra/${id}/topics/${topicId}`,
  },
} as const;

/** Each role changes its password at an address of its own. */
export const changePasswordPath: Readonly<Record<Role, string>> = {
  customer: paths.changePassword.to(),
  author: paths.authorChangePassword.to(),
  editor: paths.editorChangePassword.to(),
  program_director: paths.directorChangePassword.to(),
  staff: paths.changePassword.to(),
};

/** The link of a reset letter or an invitation. */
export const isPasswordLink = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  /^\/forget-password\/?$/i.test(pathname) && Boolean(new URLSearchParams(search).get('token'));
