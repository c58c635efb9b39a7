import type { dataTagErrorSymbol, dataTagSymbol, InfiniteData, QueryKey } from '@tanstack/react-query';
import type { AccountsEndpoints } from '@vesalius/contract/accounts';
import type { AdminEndpoints } from '@vesalius/contract/admin';
import type { AssessmentsEndpoints } from '@vesalius/contract/assessments';
import type { BookLifeEndpoints } from '@vesalius/contract/book-life';
import type { CardsEndpoints } from '@vesalius/contract/cards';
import type { CatalogueEndpoints, OwnBook } from '@vesalius/contract/catalogue';
import type { CertificateKind, CertificatesEndpoints } from '@vesalius/contract/certificates';
import type { CertificatesAdminEndpoints } from '@vesalius/contract/certificates-admin';
import type { CommerceEndpoints } from '@vesalius/contract/commerce';
import type { CommerceAdminEndpoints } from '@vesalius/contract/commerce-admin';
import type { DiscussionsEndpoints } from '@vesalius/contract/discussions';
import type { AnswerOf } from '@vesalius/contract/endpoints';
import type { CounterTitleReport, InstitutionsEndpoints } from '@vesalius/contract/institutions';
import type { LecturesEndpoints } from '@vesalius/contract/lectures';
import type { LettersEndpoints } from '@vesalius/contract/letters';
import type { NotebookEndpoints } from '@vesalius/contract/notebook';
import type { ProgramsEndpoints } from '@vesalius/contract/programs';
import type { PublishingAdminEndpoints } from '@vesalius/contract/publishing-admin';
import type { ReaderEndpoints } from '@vesalius/contract/reader';
import type { StudioEndpoints } from '@vesalius/contract/studio';
import type { WorkCommentsEndpoints } from '@vesalius/contract/work-comments';
import type { WorkFilesEndpoints } from '@vesalius/contract/work-files';
import type { WorkPreviewEndpoints } from '@vesalius/contract/work-preview';
import type { WorkQuestionsEndpoints } from '@vesalius/contract/work-questions';
import type { WorkReleasesEndpoints } from '@vesalius/contract/work-releases';
import type { WorkReviewEndpoints } from '@vesalius/contract/work-review';
import type { WorkStudiesEndpoints } from '@vesalius/contract/work-studies';
import type { Session } from './stored-session.ts';

/** The answer of a call, and the list in its answer. */
type Answer<Endpoints, Name extends keyof Endpoints> = AnswerOf<Endpoints[Name]>;
type Rows<Endpoints, Name extends keyof Endpoints> =
  Answer<Endpoints, Name> extends { data: infer Data } ? Data : never;

/** An entry of the query cache: its value, and what distinguishes it from others with its name. */
interface Entry<Value, By extends readonly unknown[] = []> {
  value: Value;
  by: By;
}

/**
 * Every entry of the query cache. A feature reads and invalidates another one's entries by their keys only, and two features with
 * the same query share an entry. The table consists of types, so it adds nothing to the bundle.
 */
interface Entries {
  accounts: {
    user: Entry<Answer<AccountsEndpoints, 'getUser'>>;
    countries: Entry<Rows<AccountsEndpoints, 'listCountries'>>;
    jobs: Entry<Rows<AccountsEndpoints, 'listUserJobs'>>;
    sessions: Entry<Rows<AccountsEndpoints, 'listSessions'>>;
    signInOptions: Entry<Answer<AccountsEndpoints, 'getSignInOptions'>>;
    resetToken: Entry<true, [token: string | null]>;
    letterChoice: Entry<Answer<LettersEndpoints, 'getLetterChoice'>, [token: string]>;
    qrCode: Entry<{ path: string; side: number }, [text: string]>;
  };
  /** The screens of staff, of any feature. */
  admin: {
    people: Entry<Answer<AdminEndpoints, 'listPeople'>, [filters: object]>;
    person: Entry<Answer<AdminEndpoints, 'getPerson'>, [id: string]>;
    personAccess: Entry<Answer<AdminEndpoints, 'listPersonAccess'>, [id: string, filters: object]>;
    institutions: Entry<Answer<AdminEndpoints, 'listInstitutions'>, [filters: object]>;
    institution: Entry<Answer<AdminEndpoints, 'getInstitution'>, [id: string]>;
    failedJobs: Entry<Answer<AdminEndpoints, 'listFailedJobs'>, [page: number]>;
    audit: Entry<Answer<AdminEndpoints, 'listAuditLog'>, [filters: object]>;
    packages: Entry<Answer<PublishingAdminEndpoints, 'listCataloguePackages'>, [filters: object]>;
    package: Entry<Answer<PublishingAdminEndpoints, 'getCataloguePackage'>, [id: string]>;
    programs: Entry<Answer<PublishingAdminEndpoints, 'listPrograms'>, [filters: object]>;
    program: Entry<Answer<PublishingAdminEndpoints, 'getProgram'>, [id: string]>;
    books: Entry<Answer<PublishingAdminEndpoints, 'listCatalogueBooks'>, [filters: object]>;
    book: Entry<Answer<PublishingAdminEndpoints, 'getBookPeople'>, [id: string]>;
    publishers: Entry<Answer<PublishingAdminEndpoints, 'listPublishers'>, [filters: object]>;
    publisher: Entry<Answer<PublishingAdminEndpoints, 'getPublisher'>, [id: string]>;
    certificates: Entry<
      Answer<CertificatesAdminEndpoints, 'listIssuedCertificates'>,
      [filters: object, page: number]
    >;
    certificate: Entry<Answer<CertificatesAdminEndpoints, 'getIssuedCertificate'>, [number: string]>;
    sales: Entry<Answer<CommerceAdminEndpoints, 'getSales'>, [filters: object]>;
    payments: Entry<Answer<CommerceAdminEndpoints, 'listAllPayments'>, [filters: object, page: number]>;
    refundable: Entry<Answer<CommerceAdminEndpoints, 'getRefundable'>, [paymentId: string]>;
    promoCodes: Entry<Answer<CommerceAdminEndpoints, 'listPromoCodes'>, [filters: object]>;
    promoCodeUses: Entry<Answer<CommerceAdminEndpoints, 'listPromoCodeUses'>, [id: string, page: number]>;
    prices: Entry<Answer<CommerceAdminEndpoints, 'listPrices'>, [page: number]>;
    differences: Entry<Answer<CommerceAdminEndpoints, 'listDifferences'>, [page: number]>;
    testClock: Entry<Answer<CommerceAdminEndpoints, 'getTestClock'>>;
    /** The options of a field; `label` if their names depend on the language. */
    choices: Entry<unknown, [of: string, label?: string]>;
  };
  assessments: {
    tests: Entry<Rows<AssessmentsEndpoints, 'listTests'>, [bookId: string]>;
    quizzes: Entry<Rows<AssessmentsEndpoints, 'listBookQuizzes'>, [bookId: string]>;
    test: Entry<Answer<AssessmentsEndpoints, 'getTest'>, [id: string, turn: 'pre' | 'post']>;
    quiz: Entry<Answer<AssessmentsEndpoints, 'getQuiz'>, [id: string]>;
    finalTest: Entry<Answer<AssessmentsEndpoints, 'getFinalTest'>, [bookId: string, show: object]>;
    survey: Entry<Answer<AssessmentsEndpoints, 'getSurvey'>, [id: string]>;
    cards: Entry<Answer<CardsEndpoints, 'listCards'>, [page: number]>;
    cardsOfBook: Entry<Rows<CardsEndpoints, 'listCards'>, [bookId: string]>;
    review: Entry<Answer<AssessmentsEndpoints, 'getReview'>>;
    practice: Entry<Answer<AssessmentsEndpoints, 'getPractice'>>;
    draft: Entry<Answer<AssessmentsEndpoints, 'getAnswerDraft'>, [kind: string, subjectId: string]>;
    statistics: Entry<
      Answer<AssessmentsEndpoints, 'listQuestionStatistics'>,
      [bookId: string, filters: object]
    >;
    surveyResults: Entry<Answer<AssessmentsEndpoints, 'getSurveyResults'>, [filters: object]>;
    surveyWords: Entry<
      Answer<AssessmentsEndpoints, 'listSurveyWords'>,
      [filters: object, questionId: string, page: number]
    >;
  };
  bookLife: { figures: Entry<Answer<BookLifeEndpoints, 'getBookLife'>, [bookId: string]> };
  catalogue: {
    shelf: Entry<
      Answer<CatalogueEndpoints, 'listBooks'>,
      [viewer: string, shelf: object, page: number, items: number]
    >;
    book: Entry<Answer<CatalogueEndpoints, 'getBook'>, [viewer: string, id: string]>;
    featured: Entry<
      Answer<CatalogueEndpoints, 'listFeaturedBooks'>,
      [viewer: string, page: number, items: number]
    >;
    categories: Entry<Answer<CatalogueEndpoints, 'listCategories'>>;
    languages: Entry<Answer<CatalogueEndpoints, 'listBookLanguages'>>;
    packages: Entry<
      Answer<CatalogueEndpoints, 'listPackages'>,
      [viewer: string, page: number, items: number]
    >;
    package: Entry<Answer<CatalogueEndpoints, 'getPackage'>, [viewer: string, id: string]>;
    institutionBooks: Entry<
      Answer<CatalogueEndpoints, 'listInstitutionBooks'>,
      [viewer: string, page: number]
    >;
    ownBooks: Entry<Answer<CatalogueEndpoints, 'listOwnBooks'>, [viewer: string, page: number]>;
    heldOtherwise: Entry<OwnBook[], [viewer: string]>;
    startedBooks: Entry<Answer<CatalogueEndpoints, 'listStartedBooks'>, [viewer: string]>;
    search: Entry<Answer<CatalogueEndpoints, 'searchCatalogue'>, [viewer: string, term: string]>;
  };
  certificates: {
    list: Entry<Answer<CertificatesEndpoints, 'listCertificates'>, [page: number]>;
    single: Entry<
      Answer<CertificatesEndpoints, 'getSingleCertificate'>,
      [bookId: string, kind: CertificateKind | null]
    >;
    requirements: Entry<Answer<CertificatesEndpoints, 'getCertificateRequirements'>, [bookId: string]>;
    verification: Entry<Answer<CertificatesEndpoints, 'verifyCertificate'>, [number: string]>;
  };
  commerce: {
    checkout: Entry<Answer<CommerceEndpoints, 'getCheckout'>, [mode: string, id: string]>;
    wait: Entry<string, [mode: string, id: string, paypalSubscriptionId: string]>;
    subscriptions: Entry<Answer<CommerceEndpoints, 'listSubscribedBooks'>, [page: number]>;
    endingSubscriptions: Entry<Answer<CommerceEndpoints, 'listSubscribedBooks'>>;
    payments: Entry<Answer<CommerceEndpoints, 'listPayments'>, [page: number]>;
    waiting: Entry<Answer<CommerceEndpoints, 'listWaitingPurchases'>>;
    /** The payment emulator's scenario. */
    scenario: Entry<string>;
  };
  discussions: {
    topics: Entry<
      Answer<DiscussionsEndpoints, 'listTopics'>,
      [programId: string, search: string, page: number]
    >;
    topic: Entry<Answer<DiscussionsEndpoints, 'getTopic'>, [id: string]>;
    digest: Entry<Answer<DiscussionsEndpoints, 'getDigestChoice'>>;
  };
  institutions: {
    own: Entry<Answer<InstitutionsEndpoints, 'getOwnInstitution'>, [id: string | null]>;
    members: Entry<Answer<InstitutionsEndpoints, 'listInstitutionMembers'>, [id: string, filter: object]>;
    missingSeats: Entry<
      Answer<InstitutionsEndpoints, 'listMissingSeats'>,
      [viewer: string | null, bookId: string | null]
    >;
    ended: Entry<
      Answer<InstitutionsEndpoints, 'listEndedInstitutions'>,
      [viewer: string | null, bookId: string | null]
    >;
    usage: Entry<CounterTitleReport[], [id: string, begin: string, end: string]>;
    imports: Entry<Rows<InstitutionsEndpoints, 'listMemberImports'>, [id: string]>;
    removals: Entry<Rows<InstitutionsEndpoints, 'listMemberRemovals'>, [id: string]>;
  };
  lectures: {
    ofBook: Entry<
      Answer<LecturesEndpoints, 'listBookSupplementaryMaterials'>,
      [viewer: string, bookId: string]
    >;
    material: Entry<Answer<LecturesEndpoints, 'getSupplementaryMaterial'>, [viewer: string, id: string]>;
    cues: Entry<unknown, [materialId: string, kind: string, language: string | undefined]>;
  };
  programs: {
    /** The programs that the user directs. */
    current: Entry<Rows<ProgramsEndpoints, 'listCurrentPrograms'>>;
    ofStudent: Entry<Rows<ProgramsEndpoints, 'listUserPrograms'>, [userId: string | undefined]>;
    students: Entry<Answer<ProgramsEndpoints, 'studentsOverview'>, [id: string, filter: object]>;
    student: Entry<Answer<ProgramsEndpoints, 'getStudentProgress'>, [id: string, studentId: string]>;
    overview: Entry<Answer<ProgramsEndpoints, 'getProgramOverview'>, [id: string, bookId: string | null]>;
    imports: Entry<Rows<ProgramsEndpoints, 'listImports'>, [id: string]>;
    removals: Entry<Rows<ProgramsEndpoints, 'listRemovals'>, [id: string]>;
  };
  reader: {
    pages: Entry<Answer<ReaderEndpoints, 'getBookPages'>, [bookId: string, viewer: string]>;
    annotations: Entry<Rows<ReaderEndpoints, 'listAnnotations'>, [bookId: string, viewer: string]>;
    editorNotes: Entry<Answer<ReaderEndpoints, 'listEditorNotes'>, [bookId: string, viewer: string]>;
    notebook: Entry<
      Answer<NotebookEndpoints, 'listNotebook'>,
      [viewer: string, filters: object, page: number]
    >;
    notebookBooks: Entry<Rows<NotebookEndpoints, 'listNotebookBooks'>, [viewer: string]>;
    search: Entry<unknown, [bookId: string, query: string]>;
    offlineBooks: Entry<unknown, [userId: string | undefined]>;
    offlineSize: Entry<Answer<ReaderEndpoints, 'getOfflineSize'>, [bookId: string]>;
    freeSpace: Entry<number | null>;
    keptForGood: Entry<boolean>;
  };
  studio: {
    works: Entry<Answer<StudioEndpoints, 'listWorks'>, [filters: object]>;
    work: Entry<Answer<StudioEndpoints, 'getWork'>, [id: string]>;
    videos: Entry<Answer<WorkFilesEndpoints, 'listWorkVideos'>, [id: string]>;
    fileRemovals: Entry<Answer<WorkFilesEndpoints, 'listFileRemovals'>, [id: string]>;
    arrivingStudies: Entry<Answer<WorkStudiesEndpoints, 'listWorkStudies'>, [id: string]>;
    studyReport: Entry<
      Answer<WorkStudiesEndpoints, 'getStudyReport'>,
      [id: string, key: string, fields: string]
    >;
    captions: Entry<Answer<WorkFilesEndpoints, 'getWorkCaptions'>, [id: string, path: string]>;
    pages: Entry<Answer<WorkFilesEndpoints, 'getWorkPages'>, [id: string, path: string | null]>;
    pageMoves: Entry<Answer<WorkFilesEndpoints, 'getPageMoves'>, [id: string, pdf: string, version: number]>;
    questionFile: Entry<
      Answer<WorkQuestionsEndpoints, 'readQuestionFile'>,
      [id: string, uploadId: string | null]
    >;
    questionStatistics: Entry<
      Answer<WorkQuestionsEndpoints, 'getWorkQuestionStatistics'>,
      [id: string, list: string, revision: number | null]
    >;
    history: Entry<Answer<StudioEndpoints, 'listWorkHistory'>, [id: string, page: number, version: number]>;
    checkList: Entry<Answer<WorkReleasesEndpoints, 'getWorkCheckList'>, [id: string, version: number]>;
    comparison: Entry<
      Answer<WorkReleasesEndpoints, 'compareWork'>,
      [id: string, query: object, stamp: string]
    >;
    regrading: Entry<Answer<WorkReleasesEndpoints, 'getRegrading'>, [id: string, stamp: string]>;
    saleEffects: Entry<Answer<WorkReleasesEndpoints, 'getSaleEffects'>, [id: string, stamp: string]>;
    releases: Entry<Answer<WorkReleasesEndpoints, 'listReleases'>, [id: string, page: number, stamp: string]>;
    review: Entry<Answer<WorkReviewEndpoints, 'getWorkReview'>, [id: string]>;
    comments: Entry<
      InfiniteData<Answer<WorkCommentsEndpoints, 'listWorkComments'>>,
      [id: string, filter: object]
    >;
    commentCounts: Entry<Answer<WorkCommentsEndpoints, 'countWorkComments'>, [id: string]>;
    /** That an address leads to. */
    linkedComment: Entry<
      Answer<WorkCommentsEndpoints, 'listWorkComments'>,
      [id: string, commentId: string | null]
    >;
    preview: Entry<Answer<WorkPreviewEndpoints, 'getWorkPreview'>, [id: string]>;
    opening: Entry<Answer<WorkPreviewEndpoints, 'openWorkPreview'>, [id: string, as: string, madeAt: string]>;
  };
  /** The frame around every screen. */
  shell: {
    footerBooks: Entry<Answer<CatalogueEndpoints, 'listFeaturedBooks'>>;
    owned: Entry<{ subscriptions: boolean; certificates: boolean; works: boolean }, [userId: string]>;
  };
}

type Some<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? [] | [First] | [First, ...Some<Rest>]
  : [];
type ByOf<Of> = Of extends Entry<unknown, infer By> ? By : never;
type ValueOf<Of> = Of extends { value: infer Value } ? Value : never;

/** A key with the type of its value: `setQueryData` refuses another type. */
export interface Key<Value> extends ReadonlyArray<unknown> {
  [dataTagSymbol]: Value;
  [dataTagErrorSymbol]: Error;
}

/** The key of one entry. */
export const keyOf: <Group extends keyof Entries, Name extends keyof Entries[Group] & string>(
  group: Group,
  name: Name,
  ...by: ByOf<Entries[Group][Name]>
) => Key<ValueOf<Entries[Group][Name]>> = (...parts: QueryKey) => parts as never;

/** A prefix of keys: of a group, of a name, or of a name with its first parameters. */
export const keysUnder: <Group extends keyof Entries, Name extends keyof Entries[Group] & string>(
  group: Group,
  ...rest: [] | [name: Name, ...by: Some<ByOf<Entries[Group][Name]>>]
) => QueryKey = keyOf as never;

/** Replaces the user's id in keys of visitors. */
export const VISITOR = 'visitor';
/** The user whose answer it is, for answers that differ by user. */
export const viewerOf = (session: Pick<Session, 'userId'> | null): string => session?.userId ?? VISITOR;
