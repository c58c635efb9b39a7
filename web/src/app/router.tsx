import type { RouteObject } from 'react-router';
import { paths } from '../lib/paths.ts';
import { BUYERS } from '../product/buyers.ts';
import type { AppContext } from './app-context.ts';
import type { Guard } from './guards.ts';
import type { innerScreens } from './inner-screens.ts';
import { type RouteModule, screen } from './lazy-route.ts';
import { RouteFailure } from './route-failure.tsx';
import { Shell } from './shell.tsx';
import { UnknownAddress } from './unknown-address.tsx';

/**
 * A screen behind the public pages. Their list, with the files of each, is loaded when the first of them is opened, because it
 * would be a third of the code of the first page.
 */
const inner = (name: keyof typeof innerScreens) => () =>
  import('./inner-screens.ts').then((list) => list.innerScreens[name]());

const SHOP = ['shell', 'catalogue'] as const;
const PROFILE = [...SHOP, 'perceiving'] as const;
/** Public pages use the small stylesheet, so that they open quickly; some are also rendered by the server. */
const PUBLIC = { public: true } as const;
const ACCOUNTS = ['accounts', 'fields'] as const;
const GUEST = { guard: 'guest' } as const;
const VERIFICATION = { guard: 'verification' } as const;
const PASSWORD_PAGES: Readonly<Record<string, Guard>> = {
  [paths.changePassword.pattern]: 'account',
  [paths.authorChangePassword.pattern]: ['author'],
  [paths.editorChangePassword.pattern]: ['editor'],
  [paths.directorChangePassword.pattern]: ['program_director'],
};

const TESTS = ['assessments', 'catalogue'] as const;
const BUYER = { guard: BUYERS } as const;
/** Purchases and certificates belong to their owner in every role. */
const OWNER = { guard: 'signed-in' } as const;
const READER = { guard: ['customer'] } as const;
const PROGRAMS = ['programs'] as const;
const TOPICS = ['discussions', 'programs'] as const;
const DIRECTOR = { guard: ['program_director'] } as const;
/** The same screens have an address for each audience. */
const TEST_PATHS = [paths.testDisplay, paths.authorTestDisplay, paths.programTestDisplay];
const FINAL_TEST_PATHS = [paths.finalTest, paths.programFinalTest, paths.authorFinalTest];

const ADMIN_PAGES: Readonly<Record<string, () => Promise<RouteModule>>> = {
  [paths.admin.pattern]: inner('admin'),
  [paths.adminPerson.pattern]: inner('admin-person'),
  [paths.adminInstitutions.pattern]: inner('admin-institutions'),
  [paths.adminInstitution.pattern]: inner('admin-institution'),
  [paths.adminJobs.pattern]: inner('admin-jobs'),
  [paths.adminAudit.pattern]: inner('admin-audit'),
};
const CATALOGUE_PAGES: Readonly<Record<string, () => Promise<RouteModule>>> = {
  [paths.adminBooks.pattern]: inner('admin-books'),
  [paths.adminBook.pattern]: inner('admin-book'),
  [paths.adminPackages.pattern]: inner('admin-packages'),
  [paths.adminPackage.pattern]: inner('admin-package'),
  [paths.adminPrograms.pattern]: inner('admin-programs'),
  [paths.adminProgram.pattern]: inner('admin-program'),
  [paths.adminPublishers.pattern]: inner('admin-publishers'),
  [paths.adminPublisher.pattern]: inner('admin-publisher'),
};
const CERTIFICATE_PAGES: Readonly<Record<string, () => Promise<RouteModule>>> = {
  [paths.adminCertificates.pattern]: inner('admin-certificates'),
  [paths.adminCertificate.pattern]: inner('admin-certificate'),
};
const SALES_PAGES: Readonly<Record<string, () => Promise<RouteModule>>> = {
  [paths.adminSales.pattern]: inner('admin-sales'),
  [paths.adminPayments.pattern]: inner('admin-payments'),
  [paths.adminPromoCodes.pattern]: inner('admin-promo-codes'),
  [paths.adminPrices.pattern]: inner('admin-prices'),
  [paths.adminReconciliation.pattern]: inner('admin-reconciliation'),
};

const STUDIO_PAGES: Readonly<Record<string, () => Promise<RouteModule>>> = {
  [paths.studio.pattern]: inner('studio'),
  [paths.studioStart.pattern]: inner('studio-start'),
  [paths.studioPreview.pattern]: inner('studio-preview'),
  [paths.studioPublish.pattern]: inner('studio-publish'),
  [paths.studioReview.pattern]: inner('studio-review'),
  [paths.studioWork.pattern]: inner('studio-work'),
};

/** All screens with their addresses and guards (`guards.ts`). */
export function createRoutes(context: AppContext): RouteObject[] {
  return [
    {
      element: <Shell />,
      errorElement: <RouteFailure />,
      // Inside of the shell, so that header and footer stay when a screen fails.
      children: [{ errorElement: <RouteFailure />, children: createScreens(context) }],
    },
  ];
}

/** Beside the navigation of the account. */
function createAccountScreens(context: AppContext): RouteObject[] {
  return [
    screen(context, paths.myBooks.pattern, inner('my-books'), SHOP, { ...PUBLIC, ...BUYER }),
    screen(context, paths.institutionBooks.pattern, inner('institution-books'), [...SHOP, 'institutions'], {
      ...PUBLIC,
      guard: 'institution',
    }),
    screen(
      context,
      paths.subscriptions.pattern,
      inner('subscription-management'),
      ['commerce', 'catalogue'],
      OWNER,
    ),
    screen(context, paths.profile.pattern, inner('profile'), ACCOUNTS, {
      guard: 'signed-in',
    }),
    ...Object.entries(PASSWORD_PAGES).map(([path, guard]) =>
      screen(context, path, inner('change-password'), ACCOUNTS, { guard }),
    ),
    screen(context, paths.review.pattern, inner('review'), [...TESTS, 'cards', 'letters'], READER),
    screen(context, paths.cards.pattern, inner('cards'), [...TESTS, 'cards'], READER),
    screen(context, paths.notebook.pattern, inner('notebook'), ['notebook'], {
      guard: ['customer', 'editor', 'program_director'],
    }),
    screen(context, paths.certificates.pattern, inner('certificates'), ['certificates'], OWNER),
    ...[paths.studentTopics, paths.programStudentTopics].map(({ pattern }) =>
      screen(context, pattern, inner('student-topics'), TOPICS, READER),
    ),
  ];
}

function createScreens(context: AppContext): RouteObject[] {
  return [
    { lazy: () => import('./account-area.tsx'), children: createAccountScreens(context) },
    screen(context, paths.home.pattern, () => import('../routes/landing.tsx'), SHOP, PUBLIC),
    screen(context, paths.books.pattern, () => import('../routes/books.tsx'), SHOP, PUBLIC),
    screen(context, paths.featuredBooks.pattern, () => import('../routes/featured-books.tsx'), SHOP, PUBLIC),
    screen(context, paths.bookProfile.pattern, () => import('../routes/book-profile.tsx'), PROFILE, PUBLIC),
    screen(
      context,
      paths.programBookProfile.pattern,
      () => import('../routes/book-profile.tsx'),
      PROFILE,
      PUBLIC,
    ),
    screen(context, paths.packages.pattern, () => import('../routes/packages.tsx'), SHOP, PUBLIC),
    screen(context, paths.packageProfile.pattern, () => import('../routes/package.tsx'), SHOP, PUBLIC),
    screen(
      context,
      paths.institutionManagement.pattern,
      inner('institution-management'),
      ['institutions', 'imports', 'fields'],
      {
        guard: 'institution',
      },
    ),
    screen(context, paths.promoCode.pattern, inner('promo-code'), ['commerce'], BUYER),
    ...[paths.checkout, paths.bookCheckout, paths.packageCheckout].map(({ pattern }) =>
      screen(context, pattern, inner('checkout'), ['commerce'], BUYER),
    ),
    screen(context, paths.editorNotes.pattern, inner('editor-notes'), ['reader'], {
      guard: ['editor'],
    }),
    screen(context, paths.bookViewer.pattern, () => import('../routes/book-viewer.tsx'), ['reader'], {
      public: true,
      bare: true,
    }),
    screen(context, paths.signIn.pattern, inner('sign-in'), ACCOUNTS, GUEST),
    screen(context, paths.signInAlias.pattern, inner('sign-in'), ACCOUNTS, GUEST),
    screen(context, paths.registration.pattern, inner('registration'), ACCOUNTS, GUEST),
    screen(context, paths.googleReturn.pattern, inner('google-return'), ACCOUNTS, GUEST),
    screen(context, paths.forgetPassword.pattern, inner('forget-password'), ACCOUNTS, VERIFICATION),
    screen(context, paths.verification.pattern, inner('verification'), ACCOUNTS, VERIFICATION),
    screen(context, paths.missingVerification.pattern, inner('missing-verification'), ACCOUNTS, {
      guard: 'unverified',
    }),
    screen(context, paths.unsubscribe.pattern, inner('unsubscribe'), ['letters'], VERIFICATION),
    screen(context, paths.contact.pattern, inner('contact'), ['support', 'fields'], VERIFICATION),
    screen(context, paths.accessibility.pattern, inner('accessibility'), ['support'], VERIFICATION),
    screen(context, paths.terms.pattern, inner('terms'), ['support'], VERIFICATION),
    screen(context, paths.allTests.pattern, inner('book-all-tests'), TESTS, {
      guard: 'signed-in',
    }),
    screen(context, paths.bookResults.pattern, inner('book-results'), [...TESTS, 'results'], {
      guard: ['author', 'editor', 'program_director'],
    }),
    ...TEST_PATHS.map(({ pattern }) =>
      screen(context, pattern, inner('test-display'), TESTS, { guard: 'signed-in' }),
    ),
    screen(context, paths.quizDisplay.pattern, inner('quiz-display'), TESTS, {
      guard: 'signed-in',
    }),
    ...FINAL_TEST_PATHS.map(({ pattern }) =>
      screen(context, pattern, inner('final-test'), TESTS, { guard: 'signed-in' }),
    ),
    screen(context, paths.finalTestScore.pattern, inner('final-test-score'), TESTS, {
      guard: 'signed-in',
    }),
    ...[paths.checkCertificate, paths.verifyCertificate].map(({ pattern }) =>
      screen(context, pattern, inner('certificate-verify'), ['certificates'], VERIFICATION),
    ),
    screen(context, paths.lectures.pattern, inner('book-all-videos'), ['lectures']),
    ...['', '/authors', '/programs'].map((prefix) =>
      screen(context, `${prefix}${paths.supplementary.pattern}`, inner('supplementary'), ['lectures'], {
        guard: 'signed-in',
      }),
    ),
    ...Object.entries(SALES_PAGES).map(([path, load]) =>
      screen(context, path, load, ['admin', 'sales', 'commerce', 'fields'], { guard: ['staff'] }),
    ),
    ...Object.entries(CERTIFICATE_PAGES).map(([path, load]) =>
      screen(context, path, load, ['admin', 'issued', 'fields'], { guard: ['staff'] }),
    ),
    screen(
      context,
      paths.adminResults.pattern,
      inner('admin-results'),
      ['admin', 'results', 'assessments', 'fields'],
      { guard: ['staff'] },
    ),
    ...Object.entries(CATALOGUE_PAGES).map(([path, load]) =>
      screen(context, path, load, ['admin', 'listings', 'sales', 'fields'], { guard: ['staff'] }),
    ),
    ...Object.entries(ADMIN_PAGES).map(([path, load]) =>
      screen(context, path, load, ['admin', 'fields'], { guard: ['staff'] }),
    ),
    screen(context, paths.studioNew.pattern, inner('studio-new'), ['studio', 'uploads'], {
      guard: ['staff'],
    }),
    ...Object.entries(STUDIO_PAGES).map(([path, load]) =>
      screen(
        context,
        path,
        load,
        [
          'studio',
          'publishing',
          'questions',
          'videos',
          'studies',
          'assessments',
          'perceiving',
          'uploads',
          'fields',
        ],
        {
          guard: ['staff', 'author', 'editor'],
        },
      ),
    ),
    screen(
      context,
      paths.programOverview.pattern,
      inner('program-overview'),
      [...PROGRAMS, 'fields', 'results'],
      DIRECTOR,
    ),
    screen(context, paths.programs.pattern, inner('programs'), PROGRAMS, DIRECTOR),
    screen(
      context,
      paths.students.pattern,
      inner('students-list'),
      [...PROGRAMS, 'imports', 'fields'],
      DIRECTOR,
    ),
    screen(
      context,
      paths.addStudent.pattern,
      inner('add-student'),
      [...PROGRAMS, 'imports', 'fields'],
      DIRECTOR,
    ),
    screen(context, paths.studentProgress.pattern, inner('student-progress'), PROGRAMS, DIRECTOR),
    screen(context, paths.directorTopics.pattern, inner('director-topics'), TOPICS, DIRECTOR),
    ...[paths.addTopic, paths.editTopic].map(({ pattern }) =>
      screen(context, pattern, inner('topic-editor'), TOPICS, {
        guard: ['customer', 'program_director'],
      }),
    ),
    screen(context, paths.directorTopic.pattern, inner('topic-details'), TOPICS, DIRECTOR),
    screen(context, paths.studentTopic.pattern, inner('topic-details'), TOPICS, READER),
    { path: '*', element: <UnknownAddress /> },
  ];
}
