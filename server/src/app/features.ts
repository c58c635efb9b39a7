import type { FastifyInstance } from 'fastify';
import { letterRoutes } from '../features/accounts/letter-routes.ts';
import { accountsRoutes } from '../features/accounts/routes.ts';
import { adminCatalogueRoutes } from '../features/admin/catalogue-routes.ts';
import { adminRoutes } from '../features/admin/routes.ts';
import { tellAssignments } from '../features/admin/tell-assignments.ts';
import { cardsRoutes } from '../features/assessments/cards/routes.ts';
import { assessmentsRoutes } from '../features/assessments/routes.ts';
import { listHeldBooks } from '../features/catalogue/holds.ts';
import { catalogueRoutes } from '../features/catalogue/routes.ts';
import { certificatesRoutes } from '../features/certificates/routes.ts';
import { certificatesStaffRoutes } from '../features/certificates/staff/routes.ts';
import { commerceRoutes } from '../features/commerce/routes.ts';
import { commerceStaffRoutes } from '../features/commerce/staff/routes.ts';
import { discussionsRoutes } from '../features/discussions/routes.ts';
import { generatedAnswersRoutes } from '../features/generated-answers/routes.ts';
import { institutionsRoutes } from '../features/institutions/routes.ts';
import { lecturesRoutes } from '../features/lectures/routes.ts';
import { programsRoutes } from '../features/programs/routes.ts';
import { bookLifeRoutes } from '../features/publishing/life/routes.ts';
import { workPreviewRoutes } from '../features/publishing/preview/routes.ts';
import { workReleasesRoutes } from '../features/publishing/releases/routes.ts';
import { workReviewRoutes } from '../features/publishing/review/review-routes.ts';
import { workCommentsRoutes } from '../features/publishing/review/routes.ts';
import { studyRoutes } from '../features/publishing/studies/routes.ts';
import { uploadRoutes } from '../features/publishing/uploads/routes.ts';
import { workFileRoutes } from '../features/publishing/works/file-routes.ts';
import { workQuestionRoutes } from '../features/publishing/works/question-routes.ts';
import { studioRoutes } from '../features/publishing/works/routes.ts';
import { notebookRoutes } from '../features/reader/notebook.ts';
import { readerRoutes } from '../features/reader/routes.ts';
import { supportRoutes } from '../features/support/routes.ts';
import type { Deps } from '../platform/deps.ts';
import { accountReactions } from './account-reactions.ts';

type Register = (app: FastifyInstance, deps: Deps) => void | Promise<void>;

/** The features, by name. */
export const features: Readonly<Record<string, Register>> = {
  accounts: (app, deps) => accountsRoutes(app, deps, accountReactions(deps)),
  letters: letterRoutes,
  catalogue: catalogueRoutes,
  reader: readerRoutes,
  notebook: notebookRoutes,
  generatedAnswers: generatedAnswersRoutes,
  lectures: lecturesRoutes,
  assessments: assessmentsRoutes,
  cards: cardsRoutes,
  certificates: certificatesRoutes,
  commerce: (app, deps) => commerceRoutes(app, deps, { listHeldBooks }),
  programs: programsRoutes,
  discussions: discussionsRoutes,
  institutions: institutionsRoutes,
  support: supportRoutes,
  uploads: uploadRoutes,
  admin: (app, deps) => adminRoutes(app, deps, accountReactions(deps)),
  adminCatalogue: adminCatalogueRoutes,
  commerceStaff: commerceStaffRoutes,
  certificatesStaff: certificatesStaffRoutes,
  studio: (app, deps) => studioRoutes(app, deps, tellAssignments),
  workReleases: workReleasesRoutes,
  workPreview: workPreviewRoutes,
  workReview: workReviewRoutes,
  workComments: workCommentsRoutes,
  workFiles: workFileRoutes,
  workStudies: studyRoutes,
  bookLife: bookLifeRoutes,
  workQuestions: workQuestionRoutes,
};
