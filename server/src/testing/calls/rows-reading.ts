/** Catalogue, reader, lectures, assessments, certificates: valid requests and who may make them. */
import type { assessmentsEndpoints } from '@vesalius/contract/assessments';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import type { bookLifeEndpoints } from '@vesalius/contract/book-life';
import type { cardsEndpoints } from '@vesalius/contract/cards';
import type { catalogueEndpoints } from '@vesalius/contract/catalogue';
import type { certificatesEndpoints } from '@vesalius/contract/certificates';
import type { certificatesAdminEndpoints } from '@vesalius/contract/certificates-admin';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import type { generatedAnswersEndpoints } from '@vesalius/contract/generated-answers';
import type { lecturesEndpoints } from '@vesalius/contract/lectures';
import type { notebookEndpoints } from '@vesalius/contract/notebook';
import type { readerEndpoints } from '@vesalius/contract/reader';
import { sql } from 'kysely';
import { surveyAnswers } from '../assessment-factories.ts';
import { everybody, nobody, only, owner, type Row, readers } from './row.ts';
import type { World } from './world.ts';

type RowsOf<Endpoints> = Record<keyof Endpoints, Row>;
/** The makers of the book, and staff. */
const makers = only(
  ['author', 'editor', 'producer', 'staff'],
  403,
  'its authors, its editors, its producers and staff',
);
const teachers = only(
  ['author', 'editor', 'producer', 'director', 'staff'],
  403,
  'its authors, its editors, directors of a program with it, and staff',
);
const ofBook = ({ book }: World) => ({ query: { book_id: book.id } });
const atBook = ({ book }: World) => ({ params: { id: book.id } });

export const catalogueRows: RowsOf<typeof catalogueEndpoints> = {
  listBooks: { rule: everybody, good: () => ({ query: { search_term: 'heart', page: 1 } }) },
  getBook: { rule: everybody, good: atBook },
  listFeaturedBooks: { rule: everybody },
  listRelatedBooks: { rule: everybody, good: ofBook },
  listAssignedBooks: { rule: everybody },
  listInstitutionBooks: {
    rule: only(['member', 'manager'], 403, 'members of an institution'),
  },
  listOwnBooks: { rule: everybody },
  listStartedBooks: { rule: everybody },
  searchCatalogue: { rule: everybody, good: () => ({ query: { search_term: 'heart' } }) },
  listCategories: { rule: everybody },
  listBookLanguages: { rule: everybody },
  listPackages: { rule: everybody },
  getPackage: { rule: everybody, good: ({ bundle }) => ({ params: { id: bundle.id } }) },
};

export const readerRows: RowsOf<typeof readerEndpoints> = {
  getBookPages: { rule: everybody, good: atBook },
  searchBook: { rule: everybody, good: (world) => ({ ...atBook(world), query: { q: 'page' } }) },
  updateCurrentProgress: {
    rule: readers,
    good: ({ book }) => ({ query: { book_id: book.id, page: 3 } }),
  },
  listAnnotations: { rule: everybody, good: ofBook },
  createAnnotation: {
    rule: readers,
    good: ({ book }) => ({ body: { book_id: book.id, note: { pageNumber: 3, quote: 'page', text: 'why' } } }),
  },
  updateAnnotation: {
    rule: owner(),
    good: async (world) => ({
      params: { id: await world.annotationOf('subscriber') },
      body: { text: 'because' },
    }),
  },
  deleteAnnotation: {
    rule: owner(),
    good: async (world) => ({ params: { id: await world.annotationOf('subscriber') } }),
  },
  createOfflineLicence: { rule: readers, good: atBook },
  getOfflineSize: { rule: readers, good: atBook },
  listEditorNotes: { rule: readers, good: atBook },
};

export const notebookRows: RowsOf<typeof notebookEndpoints> = {
  listNotebook: { rule: everybody, good: () => ({ query: { q: 'why', color: 'yellow', order: 'book' } }) },
  listNotebookBooks: { rule: everybody },
};

const NO_MODEL = 'readers of the book, or of any book; here nobody, because no model is configured';
const question = { question: 'What is a valve?' };
export const generatedAnswersRows: RowsOf<typeof generatedAnswersEndpoints> = {
  generateBookAnswer: {
    rule: nobody(404, NO_MODEL),
    good: (world) => ({ ...atBook(world), body: question }),
  },
  generateLibraryAnswer: { rule: nobody(404, NO_MODEL), good: () => ({ body: question }) },
};

export const lecturesRows: RowsOf<typeof lecturesEndpoints> = {
  listBookSupplementaryMaterials: { rule: everybody, good: ofBook },
  getSupplementaryMaterial: { rule: readers, good: ({ material }) => ({ params: { id: material.id } }) },
  updateSupplementaryProgress: {
    rule: readers,
    good: ({ book, material }) => ({
      body: {
        book_id: book.id,
        supplementary_material_id: material.id,
        shown: [{ series: '', numbers: [0] }],
      },
    }),
  },
  listSupplementaryProgress: { rule: readers, good: ofBook },
};

const draft = ({ draftTest }: World) => ({ kind: 'pre', subject_id: draftTest.id });
/** A card that is due for its owner, whatever was answered before. */
const dueCard = async ({ t, people, reviewedQuiz, book }: World) => {
  const [question] = reviewedQuiz.questions;
  if (!question) throw new Error('a quiz without questions');
  await sql`insert into review_cards (user_id, question_id, book_id, due_at)
    values (${people.subscriber.id}, ${question.id}, ${book.id}, ${new Date('2026-02-01')})
    on conflict (user_id, question_id) do update set due_at = excluded.due_at, memory = null`.execute(
    t.deps.db,
  );
  return { body: { question_id: question.id, answer_choice_id: question.right } };
};
/** One that was answered rightly just now. */
const answeredCard = async ({ t, people, reviewedQuiz, book }: World) => {
  const [, , question] = reviewedQuiz.questions;
  if (!question) throw new Error('a quiz with too few questions');
  await sql`insert into review_cards (user_id, question_id, book_id, due_at)
    values (${people.subscriber.id}, ${question.id}, ${book.id}, ${new Date('2026-02-01')})
    on conflict (user_id, question_id) do update set due_at = excluded.due_at, memory = null`.execute(
    t.deps.db,
  );
  await t.call(assessmentsCalls.answerReview, {
    as: people.subscriber,
    body: { question_id: question.id, answer_choice_id: question.right },
  });
  return { params: { questionId: question.id }, body: { effort: 'hard' } };
};
const answeredQuestion = async (world: World) => {
  await answeredCard(world);
  const [, , question] = world.reviewedQuiz.questions;
  return { body: { question_id: question?.id, answer_choice_id: question?.right } };
};
export const assessmentsRows: RowsOf<typeof assessmentsEndpoints> = {
  listBookQuizzes: { rule: readers, good: ofBook },
  getQuiz: { rule: readers, good: ({ quiz }) => ({ params: { id: quiz.id } }) },
  submitQuiz: {
    rule: readers,
    good: ({ quiz }) => ({
      body: {
        book_quiz_id: quiz.id,
        answers: quiz.questions.map(({ id, right }) => ({ question_id: id, answer_choice_id: right })),
      },
    }),
  },
  answerQuizQuestion: {
    rule: readers,
    good: ({ reviewedQuiz }) => ({
      params: { id: reviewedQuiz.id },
      body: {
        question_id: reviewedQuiz.questions[1]?.id,
        answer_choice_id: reviewedQuiz.questions[1]?.right,
      },
    }),
  },
  listTests: { rule: readers, good: ofBook },
  getTest: { rule: readers, good: ({ test }) => ({ params: { id: test.id } }) },
  submitTest: {
    rule: readers,
    good: ({ test }) => ({
      body: {
        test_id: test.id,
        test_type: 0,
        answers: test.questions.map(({ id, right }) => ({ question_id: id, test_answer_choice_id: right })),
      },
    }),
  },
  getFinalTest: { rule: readers, good: ofBook },
  submitFinalTest: {
    rule: readers,
    good: (world) => ({
      ...ofBook(world),
      body: {
        answers: world.finalTest.questions.map(({ id, right }) => ({ question_id: id, answer_id: right })),
      },
    }),
  },
  getSurvey: { rule: readers, good: ({ survey }) => ({ params: { surveyId: survey.id } }) },
  submitSurvey: {
    rule: only(
      ['subscriber', 'beta', 'member', 'manager', 'student', 'fellow'],
      403,
      'customers who may read the book; authors, editors and directors only read',
    ),
    good: ({ survey }) => ({ body: { survey_id: survey.id, answers: surveyAnswers(survey) } }),
  },
  getAnswerDraft: { rule: readers, good: (world) => ({ query: draft(world) }) },
  saveAnswerDraft: { rule: readers, good: (world) => ({ body: { ...draft(world), answers: [] } }) },
  listQuestionStatistics: { rule: teachers, good: ofBook },
  downloadQuestionStatistics: { rule: teachers, good: ofBook },
  getSurveyResults: { rule: makers, good: ofBook },
  listSurveyWords: {
    rule: makers,
    good: ({ book, survey }) => ({ query: { book_id: book.id, question_id: survey.open.id } }),
  },
  downloadSurveyResults: { rule: makers, good: ofBook },
  getReview: { rule: everybody },
  answerReview: { rule: owner(), good: dueCard },
  getPractice: { rule: everybody },
  listPracticeQuestions: { rule: everybody },
  answerPractice: { rule: readers, good: answeredQuestion },
  rateReview: { rule: owner(), good: answeredCard },
};

/** A card that is due for its owner. */
const cardOf = async ({ t, people, book }: World, body?: unknown) => {
  const id = crypto.randomUUID();
  await sql`insert into cards (id, user_id, book_id, page_number, kind, front, back, due_at, created_at, updated_at)
    values (${id}, ${people.subscriber.id}, ${book.id}, 3, 'basic', 'Why?', 'Because.', ${new Date('2026-02-01')},
      ${new Date('2026-01-31')}, ${new Date('2026-01-31')})`.execute(t.deps.db);
  return { params: { id }, ...(body ? { body } : {}) };
};
export const cardsRows: RowsOf<typeof cardsEndpoints> = {
  listCards: { rule: everybody, good: ofBook },
  createCard: {
    rule: owner(),
    good: async (world) => ({
      body: { annotation_id: await world.annotationOf('subscriber'), front: 'Why?', back: 'Because.' },
    }),
  },
  updateCard: {
    rule: owner(),
    good: (world) => cardOf(world, { kind: 'cloze', front: 'The {{c1::mitral}} valve' }),
  },
  deleteCard: { rule: owner(), good: (world) => cardOf(world) },
  answerCard: { rule: owner(), good: (world) => cardOf(world, { grade: 'good' }) },
  downloadCards: { rule: everybody },
};

export const bookLifeRows: RowsOf<typeof bookLifeEndpoints> = { getBookLife: { rule: makers, good: ofBook } };

const atCertificate = async ({ certificate }: World) => ({ params: { id: (await certificate()).id } });
export const certificatesRows: RowsOf<typeof certificatesEndpoints> = {
  listCertificates: { rule: everybody },
  getSingleCertificate: {
    rule: only(['subscriber'], 404, 'who has earned it'),
    good: ({ certified }) => ({ query: { book_id: certified.id } }),
  },
  getCertificateRequirements: {
    rule: only(['subscriber', 'beta'], 403, 'who may read the book; others are told to subscribe'),
    good: ({ certified }) => ({ query: { book_id: certified.id } }),
  },
  verifyCertificate: {
    rule: everybody,
    good: async (world) => ({ params: { certificateUniqueId: (await world.certificate()).number } }),
  },
  claimCredits: {
    rule: owner(),
    good: async (world) => ({ ...(await atCertificate(world)), body: { credits_claimed: 2 } }),
  },
  reissueCertificate: { rule: owner(), good: atCertificate },
  getTranscript: { rule: everybody },
  downloadTranscriptCsv: { rule: everybody },
  downloadCredential: { rule: owner(), good: atCertificate },
  verifyCredential: {
    rule: everybody,
    good: async (world) => {
      const { t, people } = world;
      const options = { as: people.subscriber, ...(await atCertificate(world)) };
      return { body: { credential: (await t.call(certificatesCalls.downloadCredential, options)).text } };
    },
  },
  getStatusList: { rule: everybody, good: () => ({ params: { list: '1' } }) },
  getSigningKeys: { rule: everybody },
};

/** A new certificate, for calls that change it. */
const atNumber = async (world: World, body?: unknown) => {
  const { id, number } = await world.freshCertificate();
  const fields =
    body === undefined ? {} : { body: { issue_id: id, reason: 'Misspelt.', ...(body as object) } };
  return { params: { number }, ...fields };
};
export const certificatesAdminRows: RowsOf<typeof certificatesAdminEndpoints> = {
  listIssuedCertificates: {
    rule: everybody,
    good: () => ({ query: { search_term: 'ada', state: 'valid' } }),
  },
  downloadIssuedCertificates: { rule: everybody },
  getIssuedCertificate: { rule: everybody, good: (world) => atNumber(world) },
  correctCertificate: { rule: everybody, good: (world) => atNumber(world, { user_name: 'Ada King' }) },
  revokeCertificate: { rule: everybody, good: (world) => atNumber(world, {}) },
  reinstateCertificate: { rule: everybody, good: (world) => atNumber(world) },
};
