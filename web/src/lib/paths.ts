import type { Role } from '@vesalius/contract/calls';
import { shortPassage, VIEWER_PATTERN, viewerPath } from './viewer-address.ts';

/** `?name=value&…` of the defined values. */
const query = (values: Record<string, string | number | undefined>) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
};

type Values<Pattern extends string> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [value: string | number, ...rest: Values<Rest>]
  : Pattern extends `${string}:${string}`
    ? [value: string | number]
    : [];

/** An address with a builder that takes the pattern's parameters in their order. */
const path = <const Pattern extends string>(pattern: Pattern) => ({
  pattern,
  to: (...values: Values<Pattern>): string =>
    pattern.replace(/:\w+\??/g, () => `${(values as unknown[]).shift()}`),
});

/** Every address of the web app with its builder. Patterns ignore case. */
export const paths = {
  home: { pattern: '/', to: (section?: string) => (section ? `/#${section}` : '/') },
  signIn: { pattern: '/SignIn', to: (next?: string) => `/SignIn${query({ next })}` },
  signInAlias: path('/login'),
  registration: { pattern: '/registration', to: (next?: string) => `/registration${query({ next })}` },
  forgetPassword: path('/forget-password'),
  verification: path('/verification'),
  missingVerification: {
    pattern: '/missing_verification',
    /** `next`: where the user continues after verifying the address. */
    to: (next?: string) => `/missing_verification${query({ next: next === '/' ? undefined : next })}`,
  },
  googleReturn: path('/signin/google'),
  /** In the footer of optional letters; mail programs post to the same address. */
  unsubscribe: path('/unsubscribe/:token'),
  contact: path('/contact-us'),
  accessibility: path('/accessibility'),
  terms: path('/terms'),

  books: {
    pattern: '/books',
    to: (
      filters: {
        listType?: string;
        bookId?: string;
        category_id?: string;
        language?: string;
        search_term?: string;
        sorting_term?: string;
      } = {},
    ) => `/books${query(filters)}`,
  },
  featuredBooks: path('/books/featured'),
  bookProfile: path('/book-profile/:id'),
  programBookProfile: path('/programs/book-profile/:id'),
  packages: path('/packages'),
  packageProfile: path('/packages/:id'),
  myBooks: path('/subscriped-books'),
  institutionManagement: path('/institution-management'),
  institutionBooks: path('/institution-books'),

  bookViewer: {
    pattern: VIEWER_PATTERN,
    /** `passage`: words of the page, to be marked and scrolled into view; `note`: the annotation that the reader is led to. */
    to: (id: string, page?: number, { passage, note }: { passage?: string; note?: string } = {}) =>
      viewerPath(id) + query({ page, passage: passage && shortPassage(passage), note }),
  },
  editorNotes: path('/editors/notes/:bookId'),

  lectures: path('/book-all-videos/:id'),
  supplementary: {
    ...path('/supplementary/:id/:bookId/:supplementaryMaterialId?'),
    /** A material; `seconds`: where a lecture starts. */
    at: (id: string, bookId: string, seconds: number | null): string =>
      `/supplementary/${id}/${bookId}/${id}${query({ t: seconds === null ? undefined : Math.floor(seconds) })}`,
  },

  allTests: path('/book-all-tests/:id'),
  bookResults: path('/book-results/:id'),
  testDisplay: path('/testdisplay/:testId/:testType/:bookId'),
  authorTestDisplay: path('/testdisplay/authors/:testId/:testType/:bookId'),
  programTestDisplay: path('/testdisplay/programs/:testId/:testType/:bookId'),
  quizDisplay: path('/quizdisplay/:quizId/:bookId/:bookPage'),
  finalTest: path('/FinalTest/:mode/:bookId/:testViewMode'),
  programFinalTest: path('/programs/FinalTest/:mode/:bookId/:testViewMode'),
  authorFinalTest: path('/authors/FinalTest/:mode/:bookId/:testViewMode'),
  finalTestScore: {
    pattern: '/FinalTestScore',
    to: (bookId?: string) => `/FinalTestScore${query({ bookId })}`,
  },
  certificates: {
    pattern: '/certificates',
    to: (bookId?: string) => `/certificates${query({ book: bookId })}`,
  },
  checkCertificate: path('/certificates/verify'),
  verifyCertificate: path('/certificates/verify/:certificateUniqueId'),
  review: path('/review'),
  cards: path('/cards'),
  notebook: path('/notebook'),

  profile: path('/profile-info/:userId'),
  changePassword: path('/change-password'),
  authorChangePassword: path('/authors/change-password'),
  editorChangePassword: path('/editors/change-password'),
  directorChangePassword: path('/programs/change-password'),
  admin: path('/admin'),
  adminPerson: path('/admin/people/:id'),
  adminInstitutions: path('/admin/institutions'),
  adminInstitution: path('/admin/institutions/:id'),
  adminBooks: path('/admin/books'),
  adminBook: path('/admin/books/:id'),
  adminPackages: path('/admin/packages'),
  adminPackage: path('/admin/packages/:id'),
  adminPrograms: path('/admin/programs'),
  adminProgram: path('/admin/programs/:id'),
  adminPublishers: path('/admin/publishers'),
  adminPublisher: path('/admin/publishers/:id'),
  adminJobs: path('/admin/jobs'),
  adminSales: path('/admin/sales'),
  adminPayments: path('/admin/payments'),
  adminPromoCodes: path('/admin/promo-codes'),
  adminPrices: path('/admin/prices'),
  adminReconciliation: path('/admin/reconciliation'),
  adminCertificates: path('/admin/certificates'),
  adminCertificate: path('/admin/certificates/:number'),
  adminResults: path('/admin/results'),
  adminAudit: path('/admin/audit'),

  studio: path('/studio'),
  studioNew: path('/studio/new'),
  studioStart: path('/studio/:id/start'),
  studioPreview: {
    pattern: '/studio/:id/preview',
    to: (id: string, page?: number, comment?: string) => `/studio/${id}/preview${query({ page, comment })}`,
  },
  studioPublish: path('/studio/:id/publish'),
  studioReview: path('/studio/:id/review'),
  studioWork: path('/studio/:id'),

  promoCode: path('/promocode/:id'),
  checkout: {
    pattern: '/checkout',
    /** `buy: 'anyway'` is of a buyer who knows what they have, and goes on. */
    to: (mode: 'book' | 'package', id: string, more: { method?: 'card' | 'paypal'; buy?: 'anyway' } = {}) =>
      `/checkout${query({ mode, id, ...more })}`,
  },
  bookCheckout: {
    pattern: '/bookCheckout/book/:id',
    /** `page`: where the book opens once it is bought. */
    to: (id: string, page?: number) => `/bookCheckout/book/${id}${query({ page })}`,
  },
  packageCheckout: path('/bookCheckout/package/:id'),
  subscriptions: path('/subscription-management'),

  programs: path('/programs'),
  programOverview: path('/programs/:program_id/overview'),
  students: path('/programs/:program_id/StudentsList'),
  addStudent: path('/programs/:program_id/add-student-form'),
  studentProgress: path('/programs/:program_id/StudentProgress/:studentId'),
  directorTopics: path('/programs/:program_id/Topics'),
  studentTopics: path('/Topics'),
  programStudentTopics: path('/students-topics/:program_id'),
  addTopic: path('/programs/:program_id/topic/AddNewTopic'),
  editTopic: path('/programs/:program_id/topic/EditOldTopic/:id'),
  directorTopic: path('/programs/getprogra/:programId/topics/:topicId'),
  studentTopic: path('/getprogra/:programId/topics/:topicId'),
} as const;

/** Each role has its own address for changing the password. */
export const changePasswordPath: Readonly<Record<Role, string>> = {
  customer: paths.changePassword.to(),
  author: paths.authorChangePassword.to(),
  editor: paths.editorChangePassword.to(),
  program_director: paths.directorChangePassword.to(),
  staff: paths.changePassword.to(),
};

/** The link of a reset mail or an invitation. */
export const isPasswordLink = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  /^\/forget-password\/?$/i.test(pathname) && Boolean(new URLSearchParams(search).get('token'));
