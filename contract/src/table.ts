/** All endpoints: the server mounts this table, and the OpenAPI document and the tests of calls are generated from it. */
import { accountsEndpoints } from './accounts.ts';
import { adminEndpoints } from './admin.ts';
import { assessmentsEndpoints } from './assessments.ts';
import { bookLifeEndpoints } from './book-life.ts';
import { cardsEndpoints } from './cards.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { certificatesEndpoints } from './certificates.ts';
import { certificatesAdminEndpoints } from './certificates-admin.ts';
import { commerceEndpoints } from './commerce.ts';
import { commerceAdminEndpoints } from './commerce-admin.ts';
import { discussionsEndpoints } from './discussions.ts';
import type { Endpoints } from './endpoints.ts';
import { generatedAnswersEndpoints } from './generated-answers.ts';
import { institutionsEndpoints } from './institutions.ts';
import { lecturesEndpoints } from './lectures.ts';
import { lettersEndpoints } from './letters.ts';
import { notebookEndpoints } from './notebook.ts';
import { programsEndpoints } from './programs.ts';
import { publishingAdminEndpoints } from './publishing-admin.ts';
import { readerEndpoints } from './reader.ts';
import { resumableUploadsEndpoints } from './resumable-uploads.ts';
import { studioEndpoints } from './studio.ts';
import { supportEndpoints } from './support.ts';
import { workCommentsEndpoints } from './work-comments.ts';
import { workFilesEndpoints } from './work-files.ts';
import { workPreviewEndpoints } from './work-preview.ts';
import { workQuestionsEndpoints } from './work-questions.ts';
import { workReleasesEndpoints } from './work-releases.ts';
import { workReviewEndpoints } from './work-review.ts';
import { workStudiesEndpoints } from './work-studies.ts';

export const endpointTable = {
  accounts: accountsEndpoints,
  letters: lettersEndpoints,
  catalogue: catalogueEndpoints,
  reader: readerEndpoints,
  notebook: notebookEndpoints,
  generatedAnswers: generatedAnswersEndpoints,
  lectures: lecturesEndpoints,
  assessments: assessmentsEndpoints,
  cards: cardsEndpoints,
  certificates: certificatesEndpoints,
  commerce: commerceEndpoints,
  programs: programsEndpoints,
  discussions: discussionsEndpoints,
  institutions: institutionsEndpoints,
  support: supportEndpoints,
  resumableUploads: resumableUploadsEndpoints,
  admin: adminEndpoints,
  commerceAdmin: commerceAdminEndpoints,
  certificatesAdmin: certificatesAdminEndpoints,
  studio: studioEndpoints,
  workReleases: workReleasesEndpoints,
  workPreview: workPreviewEndpoints,
  workReview: workReviewEndpoints,
  workComments: workCommentsEndpoints,
  workFiles: workFilesEndpoints,
  workStudies: workStudiesEndpoints,
  bookLife: bookLifeEndpoints,
  workQuestions: workQuestionsEndpoints,
  publishingAdmin: publishingAdminEndpoints,
} as const satisfies Record<string, Endpoints>;
