import { Navigate, type RouteObject } from 'react-router';
import type { AppContext } from './app-context.ts';
import type { Guard } from './guards.ts';
import { type RouteModule, screen } from './lazy-route.ts';
import { paths } from './paths.ts';
import { RouteFailure } from './route-failure.tsx';
import { Shell } from './shell.tsx';

const SHOP = ['shell', 'catalogue'] as const;
/** With the small set of styles, so that they open at once; the three of issue 7 are also rendered by the server. */
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
/** Who can subscribe. */
const BUYER = { guard: ['customer', 'program_director'] } as const;
const READER = { guard: ['customer'] } as const;
const PROGRAMS = ['programs'] as const;
const TOPICS = ['discussions', 'programs'] as const;
const DIRECTOR = { guard: ['program_director'] } as const;
/** The same screens stand under the addresses of each audience. */
const TEST_PATHS = [paths.testDisplay, paths.authorTestDisplay, paths.programTestDisplay];
const FINAL_TEST_PATHS = [paths.finalTest, paths.programFinalTest, paths.authorFinalTest];

const ADMIN_PAGES: Readonly<Record<string, () => Promise<RouteModule>>> = {
  [paths.admin.pattern]: () => import('../routes/admin.tsx'),
  [paths.adminPerson.pattern]: () => import('../routes/admin-person.tsx'),
  [paths.adminInstitutions.pattern]: () => import('../routes/admin-institutions.tsx'),
  [paths.adminInstitution.pattern]: () => import('../routes/admin-institution.tsx'),
  [paths.adminJobs.pattern]: () => import('../routes/admin-jobs.tsx'),
  [paths.adminAudit.pattern]: () => import('../routes/admin-audit.tsx'),
};
const SALES_PAGES: Readonly<Record<string, () => Promise<RouteModule>>> = {
  [paths.adminSales.pattern]: () => import('../routes/admin-sales.tsx'),
  [paths.adminPayments.pattern]: () => import('../routes/admin-payments.tsx'),
  [paths.adminPromoCodes.pattern]: () => import('../routes/admin-promo-codes.tsx'),
  [paths.adminPrices.pattern]: () => import('../routes/admin-prices.tsx'),
  [paths.adminReconciliation.pattern]: () => import('../routes/admin-reconciliation.tsx'),
};

/** Every screen with its address, and who may open it (`guards.ts`). */
export function createRoutes(context: AppContext): RouteObject[] {
  return [
    {
      element: <Shell />,
      errorElement: <RouteFailure />,
      children: [
        screen(context, paths.home.pattern, () => import('../routes/landing.tsx'), SHOP, PUBLIC),
        screen(context, paths.books.pattern, () => import('../routes/books.tsx'), SHOP, PUBLIC),
        screen(
          context,
          paths.featuredBooks.pattern,
          () => import('../routes/featured-books.tsx'),
          SHOP,
          PUBLIC,
        ),
        screen(context, paths.bookProfile.pattern, () => import('../routes/book-profile.tsx'), SHOP, PUBLIC),
        screen(
          context,
          paths.programBookProfile.pattern,
          () => import('../routes/book-profile.tsx'),
          SHOP,
          PUBLIC,
        ),
        screen(context, paths.packages.pattern, () => import('../routes/packages.tsx'), SHOP, PUBLIC),
        screen(context, paths.packageProfile.pattern, () => import('../routes/package.tsx'), SHOP, PUBLIC),
        screen(context, paths.myBooks.pattern, () => import('../routes/my-books.tsx'), SHOP, {
          ...PUBLIC,
          guard: 'signed-in',
        }),
        screen(
          context,
          paths.institutionManagement.pattern,
          () => import('../routes/institution-management.tsx'),
          ['institutions'],
          { guard: 'institution' },
        ),
        screen(
          context,
          paths.institutionBooks.pattern,
          () => import('../routes/institution-books.tsx'),
          [...SHOP, 'institutions'],
          {
            ...PUBLIC,
            guard: 'institution',
          },
        ),
        screen(
          context,
          paths.promoCode.pattern,
          () => import('../routes/promo-code.tsx'),
          ['commerce'],
          BUYER,
        ),
        ...[paths.checkout, paths.bookCheckout, paths.packageCheckout].map(({ pattern }) =>
          screen(context, pattern, () => import('../routes/checkout.tsx'), ['commerce'], BUYER),
        ),
        screen(
          context,
          paths.subscriptions.pattern,
          () => import('../routes/subscription-management.tsx'),
          ['commerce'],
          BUYER,
        ),
        screen(context, paths.editorNotes.pattern, () => import('../routes/editor-notes.tsx'), ['reader'], {
          guard: ['editor'],
        }),
        screen(context, paths.bookViewer.pattern, () => import('../routes/book-viewer.tsx'), ['reader'], {
          public: true,
          bare: true,
        }),
        screen(context, paths.signIn.pattern, () => import('../routes/sign-in.tsx'), ACCOUNTS, GUEST),
        screen(context, paths.signInAlias.pattern, () => import('../routes/sign-in.tsx'), ACCOUNTS, GUEST),
        screen(
          context,
          paths.registration.pattern,
          () => import('../routes/registration.tsx'),
          ACCOUNTS,
          GUEST,
        ),
        screen(
          context,
          paths.googleReturn.pattern,
          () => import('../routes/google-return.tsx'),
          ACCOUNTS,
          GUEST,
        ),
        screen(
          context,
          paths.forgetPassword.pattern,
          () => import('../routes/forget-password.tsx'),
          ACCOUNTS,
          VERIFICATION,
        ),
        screen(
          context,
          paths.verification.pattern,
          () => import('../routes/verification.tsx'),
          ACCOUNTS,
          VERIFICATION,
        ),
        screen(
          context,
          paths.missingVerification.pattern,
          () => import('../routes/missing-verification.tsx'),
          ACCOUNTS,
          { guard: 'unverified' },
        ),
        screen(
          context,
          paths.contact.pattern,
          () => import('../routes/contact.tsx'),
          ['support', 'fields'],
          VERIFICATION,
        ),
        screen(context, paths.terms.pattern, () => import('../routes/terms.tsx'), ['support'], VERIFICATION),
        screen(context, paths.profile.pattern, () => import('../routes/profile.tsx'), ACCOUNTS, {
          guard: 'signed-in',
        }),
        ...Object.entries(PASSWORD_PAGES).map(([path, guard]) =>
          screen(context, path, () => import('../routes/change-password.tsx'), ACCOUNTS, { guard }),
        ),
        screen(context, paths.allTests.pattern, () => import('../routes/book-all-tests.tsx'), TESTS, {
          guard: 'signed-in',
        }),
        ...TEST_PATHS.map(({ pattern }) =>
          screen(context, pattern, () => import('../routes/test-display.tsx'), TESTS, { guard: 'signed-in' }),
        ),
        screen(context, paths.quizDisplay.pattern, () => import('../routes/quiz-display.tsx'), TESTS, {
          guard: 'signed-in',
        }),
        ...FINAL_TEST_PATHS.map(({ pattern }) =>
          screen(context, pattern, () => import('../routes/final-test.tsx'), TESTS, { guard: 'signed-in' }),
        ),
        screen(context, paths.finalTestScore.pattern, () => import('../routes/final-test-score.tsx'), TESTS, {
          guard: 'signed-in',
        }),
        screen(context, paths.review.pattern, () => import('../routes/review.tsx'), TESTS, READER),
        screen(
          context,
          paths.certificates.pattern,
          () => import('../routes/certificates.tsx'),
          ['certificates'],
          READER,
        ),
        ...[paths.checkCertificate, paths.verifyCertificate].map(({ pattern }) =>
          screen(
            context,
            pattern,
            () => import('../routes/certificate-verify.tsx'),
            ['certificates'],
            VERIFICATION,
          ),
        ),
        screen(context, paths.lectures.pattern, () => import('../routes/book-all-videos.tsx'), ['lectures']),
        ...['', '/authors', '/programs'].map((prefix) =>
          screen(
            context,
            `${prefix}${paths.supplementary.pattern}`,
            () => import('../routes/supplementary.tsx'),
            ['lectures'],
            { guard: 'signed-in' },
          ),
        ),
        ...Object.entries(SALES_PAGES).map(([path, load]) =>
          screen(context, path, load, ['admin', 'sales'], { guard: ['staff'] }),
        ),
        ...Object.entries(ADMIN_PAGES).map(([path, load]) =>
          screen(context, path, load, ['admin', 'fields'], { guard: ['staff'] }),
        ),
        screen(
          context,
          paths.programOverview.pattern,
          () => import('../routes/program-overview.tsx'),
          PROGRAMS,
          DIRECTOR,
        ),
        screen(
          context,
          paths.students.pattern,
          () => import('../routes/students-list.tsx'),
          PROGRAMS,
          DIRECTOR,
        ),
        screen(
          context,
          paths.addStudent.pattern,
          () => import('../routes/add-student.tsx'),
          PROGRAMS,
          DIRECTOR,
        ),
        screen(
          context,
          paths.studentProgress.pattern,
          () => import('../routes/student-progress.tsx'),
          PROGRAMS,
          DIRECTOR,
        ),
        screen(
          context,
          paths.directorTopics.pattern,
          () => import('../routes/director-topics.tsx'),
          TOPICS,
          DIRECTOR,
        ),
        ...[paths.studentTopics, paths.programStudentTopics].map(({ pattern }) =>
          screen(context, pattern, () => import('../routes/student-topics.tsx'), TOPICS, READER),
        ),
        ...[paths.addTopic, paths.editTopic].map(({ pattern }) =>
          screen(context, pattern, () => import('../routes/topic-editor.tsx'), TOPICS, {
            guard: ['customer', 'program_director'],
          }),
        ),
        screen(
          context,
          paths.directorTopic.pattern,
          () => import('../routes/topic-details.tsx'),
          TOPICS,
          DIRECTOR,
        ),
        screen(
          context,
          paths.studentTopic.pattern,
          () => import('../routes/topic-details.tsx'),
          TOPICS,
          READER,
        ),
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ];
}
