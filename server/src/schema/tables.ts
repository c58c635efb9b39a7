/*
 * Generated from the migrated schema by `npm run schema-types`; `tables.test.ts` fails when it is out of date.
 * The properties have the names that queries select them by: `user_id as "userId"`.
 */

/** A reader's or editor's highlight on a page, with or without a note. Orphaned: its quote is no longer on the page. */
export interface AnnotationsTable {
  readonly id: string;
  readonly bookId: string;
  readonly userId: string;
  readonly pageNumber: number;
  readonly quote: string;
  readonly quoteBefore: string;
  readonly quoteAfter: string;
  readonly rects: unknown;
  readonly color: string;
  readonly text: string;
  readonly orphaned: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Written by an editor of this very book: its other editors read it, also after its author's assignment has ended. Private to its author otherwise. */
  readonly forEditors: boolean;
}

/** Answers kept while they are being given; gone when they are submitted. */
export interface AnswerDraftsTable {
  readonly userId: string;
  readonly kind: 'quiz' | 'pre' | 'post' | 'final' | 'survey';
  /** The quiz, chapter test, final test or survey. */
  readonly subjectId: string;
  /** A question of the paper, or of the survey. */
  readonly questionId: string;
  readonly choiceIds: string[];
  /** Of a survey. */
  readonly rating: number | null;
  /** Of a survey: in the reader's own words. */
  readonly answerText: string | null;
  /** The reader wants to come back to this question. */
  readonly isMarked: boolean;
  readonly updatedAt: Date;
}

/** What authors and editors of a work asked to be changed. One request of each user stands at a time. It stops no release: the number of approvals does. */
export interface AskedChangesTable {
  readonly id: string;
  readonly workId: string;
  readonly userId: string;
  /** Of the working copy that the reviewer looked at. */
  readonly version: number;
  /** In which it was asked. */
  readonly role: 'author' | 'editor';
  readonly text: string;
  readonly askedAt: Date;
  readonly endedAt: Date | null;
  /** By the reviewer (withdrawn, approved, or replaced by another request), or by a release of that version or a later one. */
  readonly endedBy: 'withdrawn' | 'approved' | 'replaced' | 'published' | null;
}

/** What a look at a file as one kind of thing found. The same bytes are looked at once. */
export interface AssetChecksTable {
  readonly assetHash: string;
  readonly kind: string;
  /** {facts} of a sound file, or {problems: [{text, line}]}: the sentences that its publisher reads. */
  readonly result: unknown;
  readonly checkedAt: Date;
}

/** Conversion of an uploaded video, once for each content. The result is the rendition "converted-video" of the asset. */
export interface AssetConversionsTable {
  readonly assetHash: string;
  readonly step: string;
  /** Seconds of media made so far, over all sizes; of total_seconds. */
  readonly madeSeconds: number;
  readonly totalSeconds: number;
  /** Somebody called it off: the running job stops. Null again when it is asked for once more. */
  readonly canceledAt: Date | null;
  /** Why this file cannot be converted, in words that complete its name. Null: nothing is known to be wrong. */
  readonly problem: string | null;
  readonly changedAt: Date;
}

/** The bytes of one file, stored once however many books and releases name it. */
export interface AssetsTable {
  readonly hash: string;
  readonly bytes: number;
  readonly mediaType: string;
  readonly storedAt: Date;
  readonly unusedSince: Date | null;
  /** Who stored it last. Work that fails takes back at once what is its own alone; the rest goes when nothing names it for a day. */
  readonly claim: string | null;
}

/** The answer to one question of an attempt, with what it was graded as: a corrected key does not rewrite it. */
export interface AttemptAnswersTable {
  readonly attemptId: string;
  readonly questionId: string;
  readonly choiceId: string;
  readonly correct: boolean;
  readonly points: number;
}

/** The paper of an attempt, drawn when it is first opened, before the attempt is submitted. An attempt without one was taken in the order of the book. */
export interface AttemptPapersTable {
  readonly userId: string;
  readonly kind: 'quiz' | 'pre' | 'post' | 'final';
  /** The quiz, chapter test or final test. */
  readonly subjectId: string;
  /** The number of the attempt that it is for: opening it again draws nothing new. */
  readonly number: number;
  /** Decides the order of questions and choices. */
  readonly seed: number;
  /** The questions drawn for this attempt; null = all questions are asked. */
  readonly questionIds: string[] | null;
  readonly drawnAt: Date;
}

/** One submission of a quiz, chapter test or final test. Its score and total are the sums of its answers. */
export interface AttemptsTable {
  readonly id: string;
  readonly userId: string;
  readonly bookId: string;
  readonly kind: 'quiz' | 'pre' | 'post' | 'final';
  readonly subjectId: string;
  readonly number: number;
  readonly score: number;
  readonly total: number;
  readonly submittedAt: Date;
  readonly regradedAt: Date | null;
}

/** Who changed what and when: roles, access, prices, answer keys, grades, refunds. Written in the transaction that makes the change. */
export interface AuditLogTable {
  readonly id: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly detail: unknown;
  readonly createdAt: Date;
}

/** An address whose account sees a book in the author or editor portal. The account may be created later. */
export interface BookAssignmentsTable {
  /** Of a book, or of a work that is not published yet. */
  readonly bookId: string;
  readonly email: string;
  /** author and editor see the book in their portal; a producer changes its working copy. */
  readonly role: 'author' | 'editor' | 'producer';
  /** When staff named the person; null = book.yaml does. An import replaces only what book.yaml named. */
  readonly setAt: Date | null;
}

/** A person whom staff took off a book although book.yaml names them: no import brings them back. Addresses in lower case. */
export interface BookDismissalsTable {
  readonly bookId: string;
  readonly email: string;
  readonly role: 'author' | 'editor' | 'producer';
  readonly dismissedAt: Date;
}

/** What the makers of a book see of its readers, as it was counted last. It is counted again only after at least 10 readers did something in the book: the difference between two counts never tells of one of them. */
export interface BookLivesTable {
  readonly bookId: string;
  readonly countedAt: Date;
  /** BookLifeFigures: numbers of readers rounded down to tens. Exact numbers are not kept. */
  readonly figures: unknown;
}

/** The size, label and text of each page of a book's current revision, and the words that search finds it by. */
export interface BookPagesTable {
  readonly bookId: string;
  readonly pageNumber: number;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly searchVector: string;
}

/** How far a reader is in a book: the page to continue at, and whether the book is completed. */
export interface BookProgressTable {
  readonly userId: string;
  readonly bookId: string;
  readonly page: number;
  readonly status: 'in_progress' | 'completed';
  readonly startedAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  /** When the first place arrived, by the server's clock: a book is completed by no more pages than there was time for since then. Null: before this was kept, when any number counts */
  readonly firstStoredAt: Date | null;
}

/** One edition of a book, as it is sold and read. An import replaces its content under the same id. */
export interface BooksTable {
  readonly id: string;
  readonly slug: string;
  readonly edition: string;
  readonly language: string;
  readonly title: string;
  readonly author: string;
  readonly categoryId: string;
  readonly featured: boolean;
  readonly priceCents: number;
  readonly releaseDate: string;
  readonly reviewDate: string | null;
  readonly expiryDate: string | null;
  readonly coverKey: string;
  readonly coverWidth: number;
  readonly coverHeight: number;
  readonly coverColor: string;
  readonly brief: string;
  readonly audience: string | null;
  readonly disclosures: string | null;
  readonly learningObjectives: unknown;
  readonly sources: unknown;
  readonly faculty: unknown;
  readonly seniorEditors: unknown;
  readonly samples: unknown;
  readonly frontMatterFirstPage: number | null;
  readonly frontMatterLastPage: number | null;
  readonly readingHours: number;
  readonly numberOfPages: number;
  readonly numberOfAuthors: number;
  readonly numberOfSpeakers: number;
  readonly numberOfLectures: number;
  readonly numberOfQuizzes: number;
  readonly numberOfTests: number;
  readonly certificate: unknown;
  readonly revision: number;
  readonly oldVersionBookId: string | null;
  readonly readableUntil: string | null;
  readonly paypalPlanId: string | null;
  readonly publishedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly plainTitle: string;
  readonly plainAuthor: string;
  /** When a person last set the price; null while the price comes from the book folder. An import leaves a set price alone. */
  readonly priceSetAt: Date | null;
  /** What the publisher states in schema.org's words: {access_mode, access_mode_sufficient, feature, hazard, summary}. Null: nothing is stated */
  readonly accessibility: unknown;
  /** Since when it is out of the shop. Who has access keeps it to the end of the term. */
  readonly withdrawnAt: Date | null;
  /** As the publisher writes it, with or without hyphens. */
  readonly isbnPrint: string | null;
  /** As the publisher writes it, with or without hyphens. */
  readonly isbnElectronic: string | null;
  /** Without https://doi.org/ in front. */
  readonly doi: string | null;
  /** Subject headings: [{scheme: mesh or bisac, code, name}], as the publisher gives them. */
  readonly subjects: unknown;
  readonly publisherId: string | null;
  /** What the search finds the book by: its ISBNs as 13 digits, and its DOI in lower case. */
  readonly identifiers: string[];
  /** The work that this hidden book is the preview of. It is never published: only a preview of the work opens it, and no list has it. No reference: a book does not hang on the account that began a work. Null: a book. */
  readonly previewOf: string | null;
  /** Where the price was set. A release of the desk leaves a price alone that was set in the administration. */
  readonly priceSetIn: 'administration' | 'desk' | null;
  readonly priceSetBy: string | null;
  readonly withdrawnBy: string | null;
  /** Staff withdrew it, so only staff bring it back. */
  readonly withdrawnByStaff: boolean;
  /** How often the texts of its pages were read again and differed: offline books with another version are outdated. */
  readonly textVersion: number;
}

/** What a reader wants to remember: made of a highlight, reviewed when it is due. Private; gone with the account. */
export interface CardsTable {
  readonly id: string;
  readonly userId: string;
  readonly bookId: string;
  readonly pageNumber: number;
  /** The highlight it was made of; null once that is deleted. The card has its own text. */
  readonly annotationId: string | null;
  /** basic: a question and its answer. cloze: {{c1::hidden}} parts of `front` are the answer, `back` is added to it. */
  readonly kind: 'basic' | 'cloze';
  readonly front: string;
  readonly back: string;
  readonly dueAt: Date;
  /** The state of the scheduler (FSRS), with dates as text, as in review_cards. Null: never answered. */
  readonly memory: unknown;
  readonly reviewedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A medical specialty that books are listed under. */
export interface CategoriesTable {
  readonly id: string;
  readonly name: string;
  readonly nameAr: string | null;
}

/** A certificate as it was issued. Its wording never changes; a reissue keeps the number and marks the earlier row as replaced. */
export interface CertificatesTable {
  readonly id: string;
  readonly uniqueId: string;
  readonly userId: string;
  readonly bookId: string;
  readonly kind: 'hours' | 'credit';
  readonly userName: string;
  readonly bookTitle: string;
  readonly bookVersion: string;
  readonly authorName: string;
  readonly title: string;
  readonly description: string;
  readonly hoursOfParticipation: number;
  readonly creditsMaximum: number | null;
  readonly creditsClaimed: number | null;
  readonly provider: string | null;
  readonly accreditationStatement: string | null;
  readonly designationStatement: string | null;
  readonly finalScore: number;
  readonly finalTotal: number;
  readonly completedAt: Date;
  readonly completedOn: string;
  readonly issuedAt: Date;
  readonly replacedAt: Date | null;
  /** Not valid since then: its holder does not see it any more, and who checks the number reads that it was revoked */
  readonly revokedAt: Date | null;
  /** The name of the account when staff corrected the name on the certificate: from then on staff alone change it; null: the certificate carries the name of the account, and its holder can have it issued again after the account's name changed */
  readonly accountName: string | null;
  /** Why staff replaced this issue; null: its holder did */
  readonly replacedReason: string | null;
  /** What staff gave as the reason; its holder reads it in a letter */
  readonly revokedReason: string | null;
  /** What was required on the day of issue, all of which its holder had done: final_test_percent (of the final test, at least), survey (true: it was answered). Null: issued before this was stored */
  readonly requirements: unknown;
  /** On the day of issue the book was completed: read, and its final test passed. False: the certificate names the final test */
  readonly bookCompleted: boolean;
  /** Of this issue, from 1; gives its bit in a list of statuses. */
  readonly statusNumber: number;
}

/** Who has read which chapter. Follows from shown_pages and chapters: kept by a trigger of the one and by the import that changes the other. */
export interface ChapterReadsTable {
  readonly chapterId: string;
  readonly userId: string;
  /** chapter_read_at: whoever counts the pages shown since a time counts the chapter as read if this is no earlier. */
  readonly readAt: number;
}

/** A chapter of a book, with the pages that it spans. */
export interface ChaptersTable {
  readonly id: string;
  readonly bookId: string;
  readonly key: string;
  readonly position: number;
  readonly title: string;
  readonly firstPage: number;
  readonly lastPage: number;
  readonly plainTitle: string;
}

/** A possible answer to a question. Retired when an import no longer has it, because attempts refer to it. */
export interface ChoicesTable {
  readonly id: string;
  readonly questionId: string;
  readonly position: number;
  readonly answer: string;
  readonly imageKey: string | null;
  readonly correct: boolean;
  readonly retiredAt: Date | null;
  readonly identity: string;
}

/** A comment on a topic. Hidden comments keep their row. */
export interface CommentsTable {
  readonly id: string;
  readonly topicId: string;
  readonly ownerId: string;
  readonly content: string;
  readonly bookId: string | null;
  readonly pageNumber: number | null;
  readonly createdAt: Date;
  readonly hiddenAt: Date | null;
  readonly hiddenBy: string | null;
  readonly hiddenReason: string | null;
}

/** A country of ISO 3166-1, with its English and Arabic name. */
export interface CountriesTable {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameAr: string;
}

/** Sessions that ended with the deletion of their account, until they would have expired. Nothing tells whose they were. */
export interface DeletedAccountSessionsTable {
  /** SHA-256 of the bearer token. */
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

/** What remains of a draft that was deleted: what its people are told. Nothing else names it. */
export interface DeletedWorksTable {
  /** That the work had. */
  readonly id: string;
  readonly title: string;
  /** The accounts that made or reviewed it. For others there never was such a work. Staff see it without being named. */
  readonly people: string[];
  readonly deletedAt: Date;
  readonly deletedBy: string | null;
}

/** The time up to which a user has been told of new comments by mail. */
export interface DiscussionDigestsTable {
  readonly userId: string;
  readonly toldUntil: Date;
}

/** Each removal of files from a work. It stays when the files are put back or collected: the same removal sent again is recognized. */
export interface FileRemovalsTable {
  readonly workId: string;
  /** As removed_work_files.removal_id. Chosen by the caller. */
  readonly id: string;
  readonly removedAt: Date;
  /** When its files were put back. Putting them back again changes nothing. */
  readonly restoredAt: Date | null;
}

/** The final test of a book, and the rules of its attempts. */
export interface FinalTestsTable {
  readonly id: string;
  readonly bookId: string;
  readonly note: string;
  readonly retiredAt: Date | null;
  /** When the right choices and justifications are shown: after every attempt, or once an attempt reached the certificate. Null = after_certificate where the book has a certificate, else always. */
  readonly review: 'always' | 'after_certificate' | null;
  /** From the second retake on, below the certificate: minutes since the last attempt. */
  readonly retakePauseMinutes: number;
  /** The questions are asked in the order of the book folder. */
  readonly keepQuestionOrder: boolean;
  /** How many of the questions are drawn for each attempt; null = all are asked. */
  readonly questionsPerAttempt: number | null;
}

/** Every approval of a working copy that was ever given. work_approvals has the last one of each user and version. */
export interface GivenApprovalsTable {
  readonly id: string;
  readonly workId: string;
  readonly userId: string;
  readonly version: number;
  /** In which it was given. */
  readonly role: 'author' | 'editor';
  readonly givenAt: Date;
  /** The files that the version named then: the hash of each by its path. Null for approvals from before this was stored. */
  readonly files: unknown;
  /** When the giver took it back. */
  readonly withdrawnAt: Date | null;
}

/** A book that an institution's subscription covers. */
export interface InstitutionBooksTable {
  readonly institutionId: string;
  readonly bookId: string;
}

/** A mail domain whose verified addresses become members of an institution. */
export interface InstitutionDomainsTable {
  readonly domain: string;
  readonly institutionId: string;
}

/** Who lost the seat by not reading or by another role: the next sign-in as a reader takes one again, if one is free. Gone when the membership is ended for good, or when a seat is taken again. */
export interface InstitutionFreedSeatsTable {
  readonly institutionId: string;
  readonly userId: string;
  readonly freedAt: Date;
  /** The import whose people needed the seat: its undo gives the seat back, if one is free. Null = another way. */
  readonly importId: string | null;
  /** Of the membership that held the seat. Null = freed before this was kept. */
  readonly joinedAt: Date | null;
  /** When its holder last read. Null = never, or freed before this was kept. */
  readonly lastActiveAt: Date | null;
}

/** The seats of an institution: readers who open its books, and of these the managers. Whoever gets another role gives the seat up. */
export interface InstitutionMembersTable {
  readonly institutionId: string;
  readonly userId: string;
  readonly isManager: boolean;
  readonly joinedAt: Date;
  readonly lastActiveAt: Date | null;
  /** The import that added the member. Null = another way. */
  readonly importId: string | null;
  /** When the member had been put out, before this membership. Null = was not. Undoing the import puts them out again. */
  readonly removedBefore: Date | null;
  /** When the seat had been freed, before this membership. Null = was not. Undoing the import makes them one who may come back. */
  readonly freedBefore: Date | null;
}

/** Members whom the list of an import names: no part of the import takes their seats. Gone after a day. */
export interface InstitutionNamedMembersTable {
  readonly institutionId: string;
  /** As the caller chose it. It names no row while the list is only tried. */
  readonly importId: string;
  readonly userId: string;
  readonly namedAt: Date;
}

/** Whose account was deleted after they had left or had been put out: a new account with the address is out as well, until it is invited. */
export interface InstitutionRemovedAddressesTable {
  readonly institutionId: string;
  /** HMAC of the address in lower case, with the secret key of the server: the address itself is gone with the account. */
  readonly addressHash: Buffer;
  readonly removedAt: Date;
}

/** Who left, or was put out by a manager or the staff: neither the mail domain nor a seat of before brings them back at the next sign-in. Gone when they are invited again. */
export interface InstitutionRemovedMembersTable {
  readonly institutionId: string;
  readonly userId: string;
  readonly removedAt: Date;
  /** Made by the browser: one act of a manager, which can be undone for a day. Null = left, or was put out by another way. */
  readonly removalId: string | null;
  /** As it was in institution_members or institution_freed_seats. Null = from before this was kept. */
  readonly joinedAt: Date | null;
  /** As it was in institution_members or institution_freed_seats. Null = had read nothing, or from before this was kept. */
  readonly lastActiveAt: Date | null;
  /** As it was in institution_members, or in institution_freed_seats where freed_at is set. */
  readonly importId: string | null;
  /** As it was in institution_members. */
  readonly removedBefore: Date | null;
  /** As it was in institution_members. */
  readonly freedBefore: Date | null;
  /** As it was in institution_freed_seats: the person held no seat, and the undo gives none. Null = held one. */
  readonly freedAt: Date | null;
}

/** One use of a book by a member while the institution's subscription ran: the source of its COUNTER reports. */
export interface InstitutionUsageTable {
  readonly id: string;
  readonly institutionId: string;
  readonly userId: string;
  readonly bookId: string;
  readonly chapterId: string | null;
  readonly kind: 'investigation' | 'request' | 'no_license';
  readonly usedAt: Date;
  readonly partId: string | null;
}

/** An organization whose subscription gives its members access to books until ends_at. */
export interface InstitutionsTable {
  readonly id: string;
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly seats: number | null;
  readonly createdAt: Date;
  /** Counts what the staff store: who stores an older one is refused. */
  readonly version: number;
}

/** The last invoice number of each year. The row is locked until the invoice commits, so numbers have no gaps. */
export interface InvoiceNumbersTable {
  readonly year: number;
  readonly last: number;
}

/** An invoice as it was issued: names and prices that change later do not change it. */
export interface InvoicesTable {
  readonly id: string;
  readonly paymentId: string;
  readonly userId: string;
  readonly year: number;
  readonly number: number;
  readonly title: string;
  readonly buyer: unknown;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly amountCents: number;
  readonly discountCents: number;
  readonly taxCents: number;
  readonly issuedAt: Date;
  readonly taxBasisPoints: number;
  /** Of the discount: what the buyer has paid for the books of the package already. */
  readonly creditCents: number;
  /** Who sold: name, lines, tax_id. Null: none was configured yet; the first one that is gets stored. */
  readonly seller: unknown;
}

/** Outbox: work that leaves the transaction (mail, payment calls, imports), enqueued within the transaction that needs it, so that it happens exactly if that commits. Run at least once: handlers bear a repetition. */
export interface JobsTable {
  readonly id: string;
  readonly kind: string;
  /** Ids and plain facts. Never tokens, passwords, card numbers or answer keys: rows are kept and shown to operators. */
  readonly payload: unknown;
  /** Not before, by the clock of the product (which the demo can move). */
  readonly runAt: Date;
  /** Counted when a worker takes the job, and only ever up: it also tells a worker whether the lease is still its own. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Lease of the worker that runs it, by the clock of the database server; past = that worker has died. */
  readonly lockedUntil: Date | null;
  /** Why the last attempt failed, with its codes and without mail addresses: staff see it. */
  readonly lastError: string | null;
  readonly doneAt: Date | null;
  /** Failed max_attempts times, or for good. Kept until an operator retries or deletes it. */
  readonly deadAt: Date | null;
  /** The same key is enqueued once, for as long as the row is kept. */
  readonly dedupeKey: string | null;
  readonly createdAt: Date;
  /** Done when nothing else is due: one of many letters. */
  readonly mayWait: boolean;
}

/** A mail that was kept instead of sent, where no mail server is configured. */
export interface KeptMailsTable {
  readonly id: string;
  readonly toAddress: string;
  readonly subject: string;
  readonly textBody: string;
  readonly htmlBody: string;
  readonly createdAt: Date;
}

/** Devices and places that somebody signed in from, or proved the address from. Guessing from elsewhere does not slow these down */
export interface KnownDevicesTable {
  readonly userId: string;
  /** SHA-256 of the device id that the browser keeps, or a keyed hash of the network address */
  readonly deviceHash: Buffer;
  readonly lastUsedAt: Date;
  /** whether a session was opened from here, with the second step where there is one; false: only a link or the old password was shown here. Until then codes of the second step count with those of strangers. */
  readonly hasSignedIn: boolean;
}

/** When the sessions of an account that have ended were last used. Those that go on tell it themselves. */
export interface LastSeenTable {
  readonly userId: string;
  readonly lastSeenAt: Date;
}

/** How far a user has watched or viewed a material, and when it counted as seen. */
export interface MaterialProgressTable {
  readonly userId: string;
  readonly materialId: string;
  readonly bookId: string;
  /** Set once and kept. A video: when 90 percent of it was played; images: when each was shown; a study: when half of its slices were */
  readonly watchedAt: Date | null;
  readonly positionSeconds: number;
  readonly played: unknown;
  readonly updatedAt: Date;
  /** Which images or slices were shown, over all visits: {series key: [number from 0, ..]}, in order. Images are one series, ''. Empty for videos, and for what was marked before this was kept */
  readonly shown: unknown;
}

/** A lecture, set of images or DICOM study that belongs to a page of a book. */
export interface MaterialsTable {
  readonly id: string;
  readonly bookId: string;
  readonly key: string;
  readonly page: number;
  readonly position: number;
  readonly type: 0 | 1 | 2;
  readonly title: string;
  readonly description: string;
  readonly diagnosis: string;
  readonly speaker: string | null;
  readonly durationSeconds: number | null;
  readonly content: unknown;
  readonly retiredAt: Date | null;
}

/** Searches in a book that found nothing, without the readers who made them. Deleted 90 days after the last. */
export interface MissedSearchesTable {
  readonly bookId: string;
  /** Keyed hash of the book and the folded words. */
  readonly termHash: Buffer;
  /** The folded words. Null until 5 readers asked for them: nobody's own words are kept. */
  readonly term: string | null;
  /** Who asked, as keyed hashes that differ from term to term: they count different readers and cannot be joined. At most 100. */
  readonly people: Buffer[];
  readonly askedAt: Date;
}

/** A link sent by mail: to verify an address, reset a password or accept an invitation. Deleted when it is used. */
export interface OneTimeTokensTable {
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly purpose: 'verify_email' | 'reset_password' | 'invitation';
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Of an invitation: the program or institution whose place waited for its owner. Without that place it was withdrawn. Null = an account alone, or from before this was kept. */
  readonly invitedTo: string | null;
  /** Of a link for a new password whose account was deleted unverified: SHA-256 of its address. Null = of the account itself. */
  readonly addressHash: Buffer | null;
}

/** What a user set out to buy, at the price that the server named. It reserves the use of its promo code. */
export interface OrdersTable {
  readonly id: string;
  readonly userId: string;
  readonly bookId: string | null;
  readonly packageId: string | null;
  readonly gateway: 'card' | 'paypal';
  /** superseded: the buyer asked PayPal for the same item on other terms; an approval of the old terms is cancelled and its money returned. returned: the money bought nothing and goes back. */
  readonly state: 'open' | 'paid' | 'failed' | 'abandoned' | 'superseded' | 'returned';
  readonly amountCents: number;
  readonly priceCents: number;
  readonly renewalPriceCents: number;
  readonly promoCodeId: string | null;
  readonly billTo: unknown;
  readonly providerPlanId: string | null;
  readonly providerSubscriptionId: string | null;
  readonly approveUrl: string | null;
  readonly replacesSubscriptionId: string | null;
  readonly subscriptionId: string | null;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
  /** When PayPal first said that the agreement of this order is cancelled or expired. Until then the daily comparison asks again about every agreement that has no renewing subscription here, and cancels it. */
  readonly providerEndedAt: Date | null;
  /** When PayPal first charges a later year, where the year that is bought follows one that still runs. Null: a year after the approval. */
  readonly renewsFrom: Date | null;
  /** What came off the price of a package because the buyer has paid for its books already, before a promo code. */
  readonly creditCents: number;
  /** When PayPal first said that the buyer has approved, and has not activated the subscription yet. Its buyer is told that it waits. */
  readonly approvedAt: Date | null;
  /** Whether the buyer was shown that they can read everything of it already. Null: placed before this was recorded. */
  readonly despiteAccess: boolean | null;
}

/** An entry of the outline inside a book's PDF, flattened. */
export interface OutlineEntriesTable {
  readonly bookId: string;
  readonly position: number;
  readonly depth: number;
  readonly title: string;
  readonly pageNumber: number;
  /** The title as it is searched: lower case, without accents. */
  readonly plainTitle: string;
}

/** A book that a package contains. */
export interface PackageBooksTable {
  readonly packageId: string;
  readonly bookId: string;
  readonly position: number;
}

/** A book that a package contained. Subscriptions that began before it left hold it as long as they last. */
export interface PackageLeftBooksTable {
  readonly packageId: string;
  readonly bookId: string;
  readonly leftAt: Date;
}

/** Several books that are sold together. */
export interface PackagesTable {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly priceCents: number;
  readonly imageKey: string | null;
  readonly paypalPlanId: string | null;
  readonly publishedAt: Date | null;
  readonly createdAt: Date;
  /** When a person last set the price; null while the price comes from a book folder. An import leaves a set price alone. */
  readonly priceSetAt: Date | null;
  /** When staff last set name, description or picture; null while they come from book folders. An import leaves set ones alone. */
  readonly detailsSetAt: Date | null;
  /** When staff last set the books; null while book folders name them. No import changes books that were set. */
  readonly booksSetAt: Date | null;
  /** Where the price was set. A release of the desk leaves a price alone that was set in the administration. */
  readonly priceSetIn: 'administration' | 'desk' | null;
  readonly priceSetBy: string | null;
}

/** One PDF of a work, prepared once. It stores only pages that no earlier set of the work has; its runs say where each page is. */
export interface PageSetsTable {
  readonly workId: string;
  /** That of the release whose import added it, or above 500000 for a PDF of the desk (earlier ones: from the count of the releases). An address names a set or a release, never two things. */
  readonly number: number;
  /** The PDF; null until a set made before PDFs were assets is taken over. */
  readonly assetHash: string | null;
  readonly pageCount: number | null;
  /** Printed page numbers as the PDF gives them. */
  readonly labels: unknown;
  readonly outline: unknown;
  /** Pages first to last of the PDF are the pages from `from` on of a set: [{first, last, set, from}]. Null while it is being prepared. */
  readonly runs: unknown;
  readonly begunAt: Date;
  readonly preparedAt: Date | null;
  /** As of renditions. */
  readonly unusedSince: Date | null;
  /** As of assets. */
  readonly claim: string | null;
  /** Of the program that read the texts: pages that an older one read are read again. Not of the content. */
  readonly textVersion: number;
}

/** One attempt to take money, stored before the provider is asked; attempt_key is the provider's invoice number. */
export interface PaymentsTable {
  readonly id: string;
  readonly attemptKey: string;
  readonly orderId: string | null;
  readonly subscriptionId: string | null;
  readonly userId: string;
  readonly gateway: 'card' | 'paypal';
  readonly kind: 'initial' | 'renewal';
  readonly state: 'started' | 'unknown' | 'held' | 'approved' | 'declined' | 'lost';
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly transactionId: string | null;
  readonly lastFour: string | null;
  readonly cardType: string | null;
  readonly reason: string | null;
  readonly periodEnd: Date | null;
  readonly try: number | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

/** A billing plan at PayPal: one for each product and terms, created when it is first needed. */
export interface PaypalPlansTable {
  readonly key: string;
  readonly bookId: string | null;
  readonly packageId: string | null;
  readonly promoCodeId: string | null;
  readonly yearlyCents: number;
  readonly firstYearCents: number | null;
  readonly planId: string;
  readonly createdAt: Date;
}

/** A page of a prepared PDF: what a release needs to know of it without opening the PDF. */
export interface PdfPagesTable {
  readonly workId: string;
  readonly number: number;
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** Of its pixels at single size, its words and its tags: pages that agree are stored once. Null for pages prepared before. */
  readonly contentHash: string | null;
  readonly missingFonts: unknown;
  /** False: the files stand in an earlier set. */
  readonly stored: boolean;
  /** How certain the order and structure of its text are; the text view shows uncertain pages as images. Null: not measured yet. */
  readonly confidence: number | null;
  /** What is not white margin: x, y, width and height as fractions of the page; all 0 for a blank page. Null: not measured yet. */
  readonly ink: number[] | null;
  /** Whether the page has text outside of its visible part. Null: its row is older; known where the whole PDF was prepared. */
  readonly hasTextOutside: boolean | null;
  /** How long it took to prepare the page, in milliseconds; the sum of a PDF is limited. Null: its row is older. */
  readonly tookMs: number | null;
}

/** The addresses that a director or librarian has checked or added during the last day, each once: they are counted. Older rows are deleted. */
export interface PeopleImportAddressesTable {
  readonly actorId: string;
  /** SHA-256 of the actor and the address: no address can be read here. */
  readonly addressHash: Buffer;
  readonly checkedAt: Date;
}

/** One file or form of people. Its parts share an id that the browser chose. For a day it can be undone: whoever has not acted since leaves again. */
export interface PeopleImportsTable {
  readonly id: string;
  readonly programId: string | null;
  /** The director or manager who added them. */
  readonly addedBy: string;
  readonly createdAt: Date;
  readonly undoneAt: Date | null;
  /** Either a program or an institution. */
  readonly institutionId: string | null;
  /** The director or manager who undid it. Null = not undone, or undone before this was recorded. */
  readonly undoneBy: string | null;
}

/** Removals of people from a program or an institution that were undone, for a month: the same request sent again removes nobody, the same undo answers as before. */
export interface PeopleRemovalsUndoneTable {
  /** A program or an institution. */
  readonly groupId: string;
  readonly removalId: string;
  readonly undoneAt: Date;
  /** How many came back. */
  readonly restored: number;
}

/** A profession that a user may have. It decides which certificates may be claimed. */
export interface ProfessionsTable {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly nameAr: string;
  readonly mayClaimCredit: boolean;
  readonly position: number;
}

/** What the students of a program have to do by a day. Whether it is done is derived from their progress. */
export interface ProgramAssignmentsTable {
  readonly id: string;
  readonly programId: string;
  readonly bookId: string;
  readonly kind: 'book' | 'chapter' | 'test';
  readonly chapterId: string | null;
  readonly testId: string | null;
  readonly dueOn: string;
  readonly note: string;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** Cached score distributions of one book in a large program, as they were at counted_at. */
export interface ProgramBookScoresTable {
  readonly programId: string;
  readonly bookId: string;
  readonly countedAt: Date;
  readonly facts: unknown;
}

/** A book that a program gives to its students. */
export interface ProgramBooksTable {
  readonly programId: string;
  readonly bookId: string;
  readonly position: number;
}

/** A user who leads a program. */
export interface ProgramDirectorsTable {
  readonly programId: string;
  readonly userId: string;
}

/** Places of students that a change of role ended, as they were in program_students. They move back when the user becomes a reader again within 30 days; the next change of role deletes older ones. */
export interface ProgramEndedPlacesTable {
  readonly programId: string;
  readonly userId: string;
  readonly joinedAt: Date;
  /** As it was in program_students. */
  readonly resultsFrom: Date;
  readonly importId: string | null;
  /** As it was in program_students. */
  readonly remindedAt: Date | null;
  readonly endedAt: Date;
}

/** Students whom a director removed in the last day, as they were in the program. Undoing a removal moves its rows back; the next removal deletes those that are older than a day. */
export interface ProgramRemovedStudentsTable {
  readonly programId: string;
  /** Made by the browser: one act, however often it is sent. */
  readonly removalId: string;
  readonly userId: string;
  readonly joinedAt: Date;
  readonly importId: string | null;
  readonly removedAt: Date;
  /** As it was in program_students. */
  readonly resultsFrom: Date;
  /** As it was in program_students. */
  readonly remindedAt: Date | null;
}

/** A user who takes part in a program. Deleting the row ends access through the program; attempts and certificates stay. */
export interface ProgramStudentsTable {
  readonly programId: string;
  readonly userId: string;
  readonly joinedAt: Date;
  readonly importId: string | null;
  /** Directors see progress and results from this moment on: when the student joined. -infinity = all of them, as the student chose, or because the student joined before there was a choice. */
  readonly resultsFrom: Date;
  /** When a director last had the student reminded of tasks whose day is over: once a day at most. */
  readonly remindedAt: Date | null;
}

/** Survey responses that are shown to the directors of a program. A response is in one group of one program at most, so that the difference of any two views consists of whole groups. */
export interface ProgramSurveyGroupsTable {
  readonly responseId: string;
  readonly programId: string;
  /** Shown only while all its responses are there. Students who leave the program stay in it. */
  readonly groupId: string;
}

/** Books and students of an institution, led by directors. */
export interface ProgramsTable {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly photoKey: string | null;
  readonly createdAt: Date;
  /** When staff last set name or picture; null while they come from book folders. An import leaves set ones alone. */
  readonly detailsSetAt: Date | null;
  /** When staff last set the books; null while book folders name them. No import changes books that were set. */
  readonly booksSetAt: Date | null;
  /** Where the program is held, for the staff and its directors; it gives no access. */
  readonly institutionId: string | null;
}

/** A code that lowers the price of some or all products, within limits of time and use. */
export interface PromoCodesTable {
  readonly id: string;
  readonly name: string;
  readonly kind: 'percentage' | 'amount' | 'fixed_price';
  readonly value: number;
  readonly bookId: string | null;
  readonly packageId: string | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly maxUses: number | null;
  readonly maxUsesPerPerson: number | null;
  readonly mailDomain: string | null;
  readonly recurs: boolean;
  readonly paypalPlanId: string | null;
  readonly createdAt: Date;
  /** While staff have ended the code before its time: the end that it was made with. Null: it had none, or it ends as planned. */
  readonly plannedEndsAt: Date | null;
}

/** How often a promo code was used with an address whose account was deleted. */
export interface PromoFormerUsesTable {
  readonly promoCodeId: string;
  readonly addressHash: Buffer;
  readonly uses: number;
  readonly userId: string | null;
}

/** One use of a promo code, held by an open order or final with a subscription. Written under a lock of the code's row, so its limits are exact. */
export interface PromoRedemptionsTable {
  readonly id: string;
  readonly promoCodeId: string;
  readonly userId: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly redeemedAt: Date;
  /** The use waits for an approval at PayPal and counts until then. The row stays afterwards, so that nobody holds the same code again and again. Null: a card is being charged, or the use is final (subscription_id). */
  readonly heldUntil: Date | null;
}

/** A webhook delivery of a payment provider. Each is acted on once. */
export interface ProviderEventsTable {
  readonly id: string;
  readonly gateway: string;
  readonly eventType: string;
  readonly subject: string | null;
  readonly receivedAt: Date;
}

/** A publishing house that owns books. */
export interface PublishersTable {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** The brand that stands on the books, where it is another than the name. */
  readonly imprint: string | null;
  readonly logoKey: string | null;
  readonly website: string | null;
  /** For readers and libraries; shown on the profile of its books. */
  readonly contactEmail: string | null;
  /** When staff made or last changed it; null while it comes from book folders. An import leaves set details alone. */
  readonly detailsSetAt: Date | null;
  readonly createdAt: Date;
  /** How many authors and editors have to approve a version before a release of it is published. Staff set it. */
  readonly requiredApprovals: number;
}

/** A question of a quiz, chapter test or final test. Retired instead of deleted, because answers refer to it. */
export interface QuestionsTable {
  readonly id: string;
  readonly bookId: string;
  readonly quizId: string | null;
  readonly testId: string | null;
  readonly finalTestId: string | null;
  readonly sectionId: string | null;
  readonly key: string;
  readonly position: number;
  readonly question: string;
  readonly imageKey: string | null;
  readonly justification: string;
  readonly justificationImageKey: string | null;
  readonly pageNumber: number | null;
  readonly points: number;
  readonly retiredAt: Date | null;
  /** The choices are shown in the order of the book folder: they name each other by letter, or are a series of numbers. */
  readonly keepChoiceOrder: boolean;
}

/** A quiz that belongs to a page of a book. */
export interface QuizzesTable {
  readonly id: string;
  readonly bookId: string;
  readonly key: string;
  readonly page: number;
  readonly title: string;
  readonly retiredAt: Date | null;
  /** The questions are asked in the order of the book folder. */
  readonly keepQuestionOrder: boolean;
}

/** A difference between our payments and the provider's. Closed when a later comparison no longer finds it. */
export interface ReconciliationDifferencesTable {
  readonly id: string;
  readonly gateway: string;
  readonly kind: string;
  readonly subject: string;
  readonly detail: string;
  readonly foundAt: Date;
  readonly closedAt: Date | null;
}

/** Comparisons with the payment providers that came to their end, by the clock or on demand. */
export interface ReconciliationRunsTable {
  /** The next comparison looks back to before this moment, however long the server was down. */
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly differences: number;
}

/** A code that replaces the second step of signing in once. Deleted when it is used. */
export interface RecoveryCodesTable {
  readonly userId: string;
  readonly codeHash: Buffer;
  readonly salt: Buffer;
}

/** Money returned from a payment, stored before the provider is asked. */
export interface RefundsTable {
  readonly id: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly state: 'started' | 'done' | 'failed';
  readonly providerRefundId: string | null;
  readonly endsAccess: boolean;
  readonly reason: string;
  readonly byUserId: string | null;
  readonly createdAt: Date;
  /** When it was entered as done. Sales count it on that day, so that a month that is over never changes. */
  readonly settledAt: Date | null;
  /** Ends, with the refund, the packages whose price was lowered by the refunded payment. Earlier refunds left them as they are. */
  readonly endsCredited: boolean;
}

/** The files that a release's manifest names, and what they were. */
export interface ReleaseFilesTable {
  readonly bookId: string;
  readonly revision: number;
  readonly path: string;
  readonly assetHash: string;
}

/** A publication of a book: its frozen manifest, its files and where its pages are. The one whose number is books.revision is what readers see. */
export interface ReleasesTable {
  readonly bookId: string;
  readonly revision: number;
  readonly slug: string;
  readonly edition: string;
  /** Of the folder that it was imported from; null when it was published without one. */
  readonly contentHash: string | null;
  readonly packages: unknown;
  readonly programs: unknown;
  readonly startedAt: Date;
  readonly publishedAt: Date | null;
  /** As checked, with question lists taken in. Null until a job rebuilds it, for releases made before they were kept. */
  readonly manifest: unknown;
  /** As page_sets.runs. Null: the pages are those of the set with the same number. */
  readonly pageRuns: unknown;
  /** Null for a command or a schedule. */
  readonly createdBy: string | null;
  readonly note: string;
  /** The release that was published again by this one. */
  readonly restoredFrom: number | null;
  /** When a job publishes what is frozen here, as a release of its own; this row goes with it. Null: it was published at once. */
  readonly publishAt: Date | null;
  /** The version of the working copy that it was made of; null for a folder and for a restored release. */
  readonly workVersion: number | null;
  /** Why a release that was frozen could not be published: [{kind, path, file, text}], as in the check list. Null: it waits, or was published. */
  readonly refusedBecause: unknown;
  /** Since when it must not be published again, and its pages are not sent to readers. Null: it is not barred. */
  readonly barredAt: Date | null;
  readonly barredBy: string | null;
  /** As written by who barred it. */
  readonly barReason: string;
}

/** A file that was removed from a work. It keeps no bytes: its row is deleted with the asset, which goes when nothing has named it for a day. */
export interface RemovedWorkFilesTable {
  readonly workId: string;
  readonly path: string;
  readonly assetHash: string;
  readonly originalName: string;
  readonly addedBy: string | null;
  readonly addedAt: Date;
  /** What was removed together, a file or a folder, is put back together. Chosen by the caller: a removal sent again is recognized. */
  readonly removalId: string;
  readonly removedBy: string | null;
  readonly removedAt: Date;
}

/** What was made of an asset for one use: a cover in all widths, a question's picture, a checked slice. */
export interface RenditionsTable {
  readonly assetHash: string;
  readonly purpose: string;
  /** What may be opened together: empty for public files, the work for question pictures, work and material for its files. A grant for one material never opens a file of another. */
  readonly place: string;
  /** Of the file, or of the widest one of a cover. Named by the release that it was first made for. */
  readonly storageKey: string;
  /** What a release says about it without opening it: size, duration, position of a slice. */
  readonly facts: unknown;
  readonly madeAt: Date;
  /** Since when nothing names it; null = something did at the last look. */
  readonly unusedSince: Date | null;
  /** As of assets. */
  readonly claim: string | null;
  /** Of readers' copies of DICOM files and of videos that are not converted: of the program that wrote it. Copies of an older one
are written again. */
  readonly cleaningVersion: number;
}

/** A file that is sent in parts. Its bytes stand in the storage at resumable/{id}.part until they are accepted, refused, canceled or expired. */
export interface ResumableUploadsTable {
  readonly id: string;
  /** Who alone may continue and cancel it. Null: the account was deleted, and the bytes go with the next clean-up. */
  readonly userId: string | null;
  /** As the sender called it, without folders and control characters. Shown, and used for nothing else. */
  readonly name: string;
  readonly declaredBytes: number;
  /** At the end of the last request. Where the sender continues is asked of the storage, which is right also after a kill. */
  readonly receivedBytes: number;
  /** receiving, then checking (all bytes are there), then finished or refused; canceled by its owner; expired when nothing came for a week. */
  readonly state: 'receiving' | 'checking' | 'finished' | 'refused' | 'canceled' | 'expired';
  /** The code of the error that tells its owner why. */
  readonly refusal: string | null;
  /** SHA-256 of the bytes, stored before they are handed over, so that handing over may be repeated. */
  readonly hash: string | null;
  /** As the content says. */
  readonly mediaType: string | null;
  /** The id of the multipart upload in an S3-compatible store. */
  readonly storeReference: string | null;
  /** False once its own bytes are out of the storage: what a clean-up has to remove is found after a kill as well. */
  readonly hasBytes: boolean;
  /** The request that writes now. It renews held_until, by the clock of the database; after that another one may write. */
  readonly heldBy: string | null;
  readonly heldUntil: Date | null;
  /** Another request of the owner waits: the one that writes ends where it is. */
  readonly releaseAsked: boolean;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly expiresAt: Date;
  /** The bytes of the files that were unpacked from it and stored; 0 for a file that is no archive. */
  readonly unpackedBytes: number;
}

/** A question that a reader answered wrong and reviews when it is due. */
export interface ReviewCardsTable {
  readonly userId: string;
  readonly questionId: string;
  readonly bookId: string;
  readonly dueAt: Date;
  readonly memory: unknown;
  readonly reviewedAt: Date | null;
  /** The memory before the last answer, where that was right: the reader's rating schedules from it again. Null: never answered, or wrong. */
  readonly ratedFrom: unknown;
}

/** The checksum of each applied migration: a file that changed after it was applied is refused. */
export interface SchemaChecksumsTable {
  readonly name: string;
  readonly checksum: string;
}

/** The applied migrations. */
export interface SchemaMigrationsTable {
  readonly name: string;
  readonly timestamp: string;
}

/** The row that a process locks while it migrates. */
export interface SchemaMigrationsLockTable {
  readonly id: string;
  readonly isLocked: number;
}

/** Abbreviations and what they mean, both folded as the search folds words: one finds the other. */
export interface SearchAbbreviationsTable {
  readonly short: string;
  readonly long: string;
}

/** Which books have a search index, and how long their pages are. */
export interface SearchBooksTable {
  readonly bookId: string;
  /** 0: the pages of the preview; 1: all others; 2: titles of materials; 3: other texts of materials. */
  readonly part: number;
  /** Of parts 2 and 3: the first number of search_pieces. */
  readonly firstPage: number;
  /** Words of each page or piece from first_page on, without those that every text has. */
  readonly lengths: number[];
  /** Of the texts and headings that were indexed: an index that still fits is left as it is. */
  readonly digest: string;
}

/** Texts of lectures, images and studies that are searched. */
export interface SearchPiecesTable {
  readonly bookId: string;
  readonly number: number;
  readonly materialId: string;
  /** part: the title of a part of a lecture; spoken: captions or a description of what is seen; image: the caption of an image. */
  readonly source: 'title' | 'description' | 'part' | 'spoken' | 'image' | 'series';
  readonly text: string;
  /** Where in the text each moment of a lecture begins. */
  readonly offsets: number[];
  /** The moments, in the order of offsets. */
  readonly seconds: number[];
}

/** Where the words of a book stand, by their stems. */
export interface SearchPostingsTable {
  readonly bookId: string;
  readonly part: number;
  readonly stem: string;
  /** What the page that is most about the stem counts, before it is weighed with others: the order in which books are taken. */
  readonly best: number;
  /** Page (or number of a piece) and weight in turn. The weight is twice the number of times, and more for words of headings. */
  readonly postings: number[];
}

/** Words of the previews (pages 1 to 15): what a mistyped word may have meant */
export interface SearchWordsTable {
  readonly word: string;
}

/** The secret of a user's authenticator app (RFC 6238). Required at sign-in once turned_on_at is set. */
export interface SecondFactorsTable {
  readonly userId: string;
  readonly sealedSecret: Buffer;
  readonly turnedOnAt: Date | null;
  readonly lastStep: number;
}

/** A signed-in device. Only the hash of its token is stored. */
export interface SessionsTable {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly deviceId: string | null;
  readonly deviceName: string | null;
  readonly fcmToken: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly idleSeconds: number | null;
}

/** Which pages a reader has been shown, and when last: what opens a post-test and completes a book. */
export interface ShownPagesTable {
  readonly userId: string;
  readonly bookId: string;
  /** Counts from 0: pages 1 to 64, 65 to 128, ... */
  readonly part: number;
  /** The subscript is the place within the part, from 1: when the page was last shown for two seconds or more (shown_time). Null or outside the bounds = never. */
  readonly shownAt: number[];
  /** How many pages of the part were shown. */
  readonly numberShown: number;
}

/** Taken when a category of that name is first named by a book; others keep their one name. */
export interface SpecialtiesTable {
  readonly name: string;
  readonly nameAr: string;
}

/** The provider's reference to the card that a subscription renews with. Never a card number. */
export interface StoredCardsTable {
  readonly subscriptionId: string;
  readonly customerProfileId: string;
  readonly paymentProfileId: string;
  readonly lastFour: string;
  readonly cardType: string;
  readonly storedAt: Date;
}

/** A person has read what a study tells of its patient, and decided. Another file, or another attribute that is kept, is another fingerprint. */
export interface StudyDecisionsTable {
  readonly workId: string;
  /** SHA-256 of the files of all series, of what happens to identifying attributes, and of those that are kept. */
  readonly fingerprint: string;
  readonly materialKey: string;
  /** Attributes that stay: [{"attribute": keyword, "reason": text}]. */
  readonly kept: unknown;
  readonly decidedBy: string | null;
  readonly decidedAt: Date;
}

/** By what the UIDs of a study are made anew when its identifying attributes are removed: slices that are added later still belong to it. */
export interface StudyKeysTable {
  readonly workId: string;
  readonly materialKey: string;
  /** Random bytes in base64. Whoever has them can test a guessed UID. */
  readonly uidKey: string;
}

/** A user's access to a book or package until ends_at, canceled or not; renews says whether another year follows. */
export interface SubscriptionsTable {
  readonly id: string;
  readonly userId: string;
  readonly bookId: string | null;
  readonly packageId: string | null;
  readonly gateway: 'free' | 'card' | 'paypal' | 'grant';
  readonly providerSubscriptionId: string | null;
  readonly renewalPriceCents: number;
  readonly renews: boolean;
  readonly promoCodeId: string | null;
  readonly startedAt: Date;
  readonly endsAt: Date;
  readonly graceFrom: Date | null;
  readonly cancelledAt: Date | null;
  readonly cancellationReason: string | null;
  readonly createdAt: Date;
  /** When PayPal charges the next year, as PayPal said last. It keeps its own date whatever ends_at says; null for every other way to pay, and when nothing more is charged. */
  readonly billsAt: Date | null;
  /** When the renewal was put on hold because the book was withdrawn, and its reader told so. Null: it is not on hold, or its reader was not told. */
  readonly renewalHeldAt: Date | null;
  /** When the latest renewed year began. Null: the subscription has not been renewed; started_at counts. */
  readonly termStartedAt: Date | null;
}

/** A message sent through the contact form. */
export interface SupportMessagesTable {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string;
  readonly subject: string;
  readonly body: string;
  readonly createdAt: Date;
}

/** The answer to one question of a survey response. */
export interface SurveyAnswersTable {
  readonly responseId: string;
  readonly surveyQuestionId: string;
  readonly choiceIds: string[];
  readonly rating: number | null;
  readonly openEndedAnswer: string | null;
}

/** A possible answer to a survey question. */
export interface SurveyChoicesTable {
  readonly id: string;
  readonly surveyQuestionId: string;
  readonly position: number;
  readonly answerChoice: string;
  readonly retiredAt: Date | null;
}

/** A question of a survey: multiple choice, a rating or free text. */
export interface SurveyQuestionsTable {
  readonly id: string;
  readonly surveyId: string;
  readonly key: string;
  readonly position: number;
  readonly question: string;
  readonly questionType: 'MCQ' | 'Rating' | 'OpenEnded';
  readonly isMcqSingleChoice: boolean;
  readonly retiredAt: Date | null;
}

/** A user's submission of a survey, once for each survey. */
export interface SurveyResponsesTable {
  readonly id: string;
  readonly surveyId: string;
  readonly userId: string;
  readonly submittedAt: Date;
}

/** The survey of a book. */
export interface SurveysTable {
  readonly id: string;
  readonly bookId: string;
  readonly title: string;
  readonly retiredAt: Date | null;
}

/** A section of a chapter test. Results and feedback are given for each section. */
export interface TestSectionsTable {
  readonly id: string;
  readonly testId: string;
  readonly key: string;
  readonly position: number;
  readonly name: string;
  readonly firstPage: number;
  readonly message: string | null;
  readonly retiredAt: Date | null;
}

/** A chapter test: offered at pre_page and again at post_page. */
export interface TestsTable {
  readonly id: string;
  readonly bookId: string;
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly isMandatory: boolean;
  readonly prePage: number;
  readonly postPage: number;
  readonly retiredAt: Date | null;
  /** The questions are asked in the order of the book folder. */
  readonly keepQuestionOrder: boolean;
}

/** Counted attempts (sign-in, reset, contact) by hashed key. Deleting a row starts its count again. */
export interface ThrottlesTable {
  readonly key: Buffer;
  readonly hits: number;
  readonly blockedUntil: Date;
  readonly forgetAt: Date;
}

/** Which letters about a place a user got lately, so that a repeated change sends none again. Deleted after two days. */
export interface ToldPlacesTable {
  readonly userId: string;
  /** A program, an institution or a book; of a task, its chapter, test or book. */
  readonly groupId: string;
  /** What the letter said: in, back or out; manager, or a plain member again; that a task has changed. _due: a letter about an end was enqueued. */
  readonly state: 'in' | 'back' | 'out' | 'out_due' | 'manager' | 'member' | 'member_due' | 'task';
  readonly toldAt: Date;
  /** The job of the letter, which may run again; null for _due and for a change that was not told yet. */
  readonly jobId: string | null;
}

/** A discussion topic of a program. */
export interface TopicsTable {
  readonly id: string;
  readonly programId: string;
  readonly ownerId: string;
  readonly ownableType: 'User' | 'ProgramDirector';
  readonly title: string;
  readonly content: string;
  readonly preview: string;
  readonly bookId: string | null;
  readonly pageNumber: number | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Upload addresses that bytes were sent to. The insert is the claim: whoever sends to a claimed address gets the stored picture or an error, and nothing is read or decoded again. */
export interface UploadClaimsTable {
  /** Of the file, as in the signed address: a time and random characters. */
  readonly name: string;
  /** When the address itself expires; afterwards the row is deleted by later claims. */
  readonly expiresAt: Date;
}

/** Hashes of what was used: the nonce of an ID token, which signs in once, and a link by which a password was set, which is answered as before for some minutes. */
export interface UsedNoncesTable {
  readonly nonceHash: Buffer;
  readonly expiresAt: Date;
}

/** An account. A deleted account keeps its row without name and address, because its certificates stay verifiable. */
export interface UsersTable {
  readonly id: string;
  readonly role: 'customer' | 'author' | 'editor' | 'program_director' | 'staff';
  readonly email: string;
  readonly passwordHash: string | null;
  readonly googleSubject: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly firstName: string;
  readonly secondName: string;
  readonly phone: string | null;
  readonly institution: string | null;
  readonly countryId: string | null;
  readonly city: string | null;
  readonly professionId: string | null;
  readonly imageKey: string | null;
  readonly isBeta: boolean;
  readonly language: string;
  readonly timeZone: string;
  readonly termsAcceptedAt: Date | null;
  readonly wantsDigest: boolean;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
  readonly plainName: string;
  /** Counts what replaces the credentials or ends the sessions of the account: reset, change of password or role, second factor, sign-out everywhere. A session is stored only if this is still what it was when the proof was read. */
  readonly credentialsVersion: number;
  /** When the last invitation was sent or claimed to be sent. Null = none since this is recorded. */
  readonly invitationSentAt: Date | null;
  /** On by choice: the weekly letter with due reviews and begun books. */
  readonly wantsWeekly: boolean;
  /** The letter about comments on works that the user makes or commented on. */
  readonly wantsWorkComments: boolean;
}

/** Who approved which version of a working copy. It counts for that version alone, and while the user is an author or editor of the book and no producer of it. */
export interface WorkApprovalsTable {
  readonly workId: string;
  readonly userId: string;
  readonly version: number;
  /** In which it was given. */
  readonly role: 'author' | 'editor';
  readonly givenAt: Date;
}

/** A comment on a page of a work, or an answer to one. */
export interface WorkCommentsTable {
  readonly id: string;
  readonly workId: string;
  /** The comment that it answers; null: it is about a page. */
  readonly answers: string | null;
  readonly userId: string | null;
  /** The page as it is stored, told by its content: a comment goes with its page when others are inserted or the PDF is replaced. */
  readonly pageSet: string | null;
  readonly pageOfSet: number | null;
  readonly text: string;
  readonly madeAt: Date;
  readonly settledAt: Date | null;
  readonly settledBy: string | null;
  /** The number of the page in the preview when it was commented on: said when the page is gone. Null: not known. */
  readonly wasPage: number | null;
  /** The words of the page that it is about, with those around them. Null: not about a phrase. */
  readonly quote: string | null;
  readonly quoteBefore: string;
  readonly quoteAfter: string;
  /** The lecture that it is about, at a second of it. The page is where the lecture was then. */
  readonly materialKey: string | null;
  readonly second: number | null;
  readonly listKind: 'quiz' | 'test' | 'final_test' | null;
  /** The key of the quiz or test of the question. Null for the final test. */
  readonly listKey: string | null;
  /** The question that it is about, in a quiz, a chapter test or the final test. */
  readonly questionKey: string | null;
  /** What the lecture or question was called then: said when it is gone. */
  readonly thingTitle: string;
  /** Identifies the letters that gathered it, of all recipients; null: it waits for the next ones. */
  readonly toldIn: string | null;
}

/** Files that were added to a work, removed, or put back: a part of its history that changes no version of the working copy. */
export interface WorkFileEventsTable {
  readonly workId: string;
  readonly id: string;
  /** The order of events of one version. */
  readonly seq: number;
  readonly kind: 'added' | 'removed' | 'restored';
  /** A file or a folder. Of images of a study the folder: the name of one may name the patient. */
  readonly path: string;
  readonly files: number;
  /** Of the working copy at that time: the place in the history. */
  readonly version: number;
  /** The event that it took back. */
  readonly undoes: string | null;
  readonly userId: string | null;
  readonly madeAt: Date;
}

/** A file of a work. A file that the manifest names no longer stays until somebody removes it: undoing needs it. */
export interface WorkFilesTable {
  readonly workId: string;
  readonly path: string;
  readonly assetHash: string;
  readonly originalName: string;
  readonly addedBy: string | null;
  readonly addedAt: Date;
}

/** One change of a working copy: history, undoing and what others must be shown come from here. */
export interface WorkOperationsTable {
  readonly workId: string;
  readonly version: number;
  readonly operation: unknown;
  readonly inverse: unknown;
  /** The change that it belongs to, named by who made it: the same change sent again is recognized, and all of it is undone together. */
  readonly groupId: string;
  readonly undoes: number | null;
  readonly userId: string | null;
  readonly madeAt: Date;
}

/** The last preview of a work. It goes, with its hidden book, when nobody has used it for a day. */
export interface WorkPreviewsTable {
  readonly workId: string;
  /** Of the hidden book; it keeps its id from one preview to the next. */
  readonly bookId: string;
  readonly state: 'making' | 'ready' | 'refused';
  readonly askedAt: Date;
  /** The version of the working copy that the hidden book shows. Null: it is not there yet. */
  readonly madeVersion: number | null;
  readonly madeAt: Date | null;
  /** Why the last one could not be made: [{kind, path, file, text}], as in the check list. */
  readonly refusedBecause: unknown;
  /** When it was asked for or opened last. */
  readonly usedAt: Date;
}

/** Who is asked in a review. Whoever is not on the book any more stays here, and is not shown. */
export interface WorkReviewersTable {
  readonly reviewId: string;
  readonly userId: string;
  readonly askedAt: Date;
  /** When they opened the preview last. Null: not since they were asked. */
  readonly lookedAt: Date | null;
}

/** A review of a working copy. One at a time is open for each work. */
export interface WorkReviewsTable {
  readonly id: string;
  readonly workId: string;
  readonly askedBy: string | null;
  readonly askedAt: Date;
  readonly note: string;
  /** The day until when the reviewers are asked to answer. */
  readonly dueOn: string;
  /** When it was called off, or the working copy was published. Null: it is open. */
  readonly endedAt: Date | null;
}

/** What was dropped as a study: its files are in a folder of the work, and a job makes a material of them. */
export interface WorkStudiesTable {
  readonly id: string;
  readonly workId: string;
  readonly folder: string;
  readonly page: number;
  readonly title: string;
  readonly state: 'sorting' | 'sorted' | 'failed';
  /** Why it failed, as a sentence; null where it is not the fault of the files. */
  readonly problem: string | null;
  readonly materialKey: string | null;
  /** Files that are no images of the study: [{"file": name, "reason": text}]. */
  readonly leftOut: unknown;
  readonly addedBy: string | null;
  readonly addedAt: Date;
  readonly changedAt: Date;
  readonly dismissedAt: Date | null;
}

/** When somebody had a working copy open last: the others see who is there. */
export interface WorkVisitsTable {
  readonly workId: string;
  readonly userId: string;
  readonly seenAt: Date;
}

/** A book that is being made: its working copy, which the desk changes and a release freezes. */
export interface WorksTable {
  readonly id: string;
  readonly manifest: unknown;
  readonly version: number;
  readonly releasedRevision: number | null;
  readonly releasedVersion: number | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** When a file that the manifest names was last removed or put back. Approvals and previews from before do not cover the content. */
  readonly namedFilesChangedAt: Date | null;
  /** When the last letters about comments were sent. */
  readonly commentsToldAt: Date | null;
}
