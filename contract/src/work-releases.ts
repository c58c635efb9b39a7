import { z } from 'zod';
import { Id, IsoDate, ListQuery, listOf, Money, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { RELEASES_PER_PAGE, WORK_STATES } from './studio-limits.ts';
import { visibleText } from './visible-text.ts';
import { WorkComparison } from './work-comparison.ts';
import { workReleasesCalls } from './work-releases-calls.ts';
import { WrittenText } from './written-text.ts';

const Version = z.number().int().min(0).max(2_000_000_000);
const MAX_REVISION = 2_000_000_000;
const Revision = z.number().int().min(1).max(MAX_REVISION);
const RevisionOrNone = z.number().int().min(0).max(MAX_REVISION);
const ReleaseParams = z.object({ id: Id, revision: z.coerce.number().pipe(Revision) });
const Note = WrittenText.max(500).default('');

export const FINDING_KINDS = ['mistake', 'warning', 'waiting'] as const;
export const Finding = z.object({
  kind: z.enum(FINDING_KINDS).describe('`waiting`: it is put right by itself, in a while'),
  path: z.array(z.string()).describe('Of the field, as operations name it; empty for the book as a whole'),
  file: z.string().nullable().describe('The file that is not sound'),
  text: z.string().describe('As the import of a book folder says it'),
});
export type Finding = z.output<typeof Finding>;
export const WorkCheckList = z.object({
  version: Version,
  can_publish: z.boolean(),
  findings: z.array(Finding),
});
export type WorkCheckList = z.output<typeof WorkCheckList>;

/** A release that readers do not see yet. One at most. */
export const PendingRelease = z.object({
  /** `refused`: it was not published; `findings` says why. It stays until it is called off or another one takes its place. */
  state: z.enum(['waiting', 'publishing', 'refused']),
  revision: Revision.describe(
    'Its number, for `compareWork`; the release that takes its place may have the same',
  ),
  publish_at: Timestamp,
  asked_by: z.string().nullable(),
  note: z.string(),
  /** Of the working copy that is frozen in it; null for an earlier release that comes back. */
  version: Version.nullable(),
  restored_from: Revision.nullable(),
  findings: z.array(Finding),
});
export type PendingRelease = z.output<typeof PendingRelease>;

/** Where a book stands: what readers see of it, and what they will. */
/** The published edition that took the book's place in the shop, and since when. */
export const ReplacedBy = z.object({ edition: z.string(), since: Timestamp });
export const WorkPublication = z.object({
  state: z.enum(WORK_STATES),
  /** What readers see; null: nothing yet. */
  revision: Revision.nullable(),
  published_at: Timestamp.nullable(),
  published_by: z.string().nullable(),
  withdrawn_at: Timestamp.nullable(),
  /** Of a withdrawn book. What staff withdrew, only staff bring back. */
  withdrawn_by: z.object({ name: z.string().nullable(), is_staff: z.boolean() }).nullable(),
  /** Then it is not sold, and does not come back. */
  replaced_by: ReplacedBy.nullable(),
  /** In the shop; null: the book is not published. */
  price: z
    .object({
      dollars: Money,
      set_in: z
        .enum(['administration', 'desk'])
        .nullable()
        .describe('Where a person set it: then no folder changes it. Null: it is the folder’s'),
      set_by: z.string().nullable(),
      set_at: Timestamp.nullable(),
    })
    .nullable(),
  pending: PendingRelease.nullable(),
});
export type WorkPublication = z.output<typeof WorkPublication>;

const Release = z.object({
  revision: Revision,
  published_at: Timestamp,
  /** Null for a command. */
  published_by: z.string().nullable(),
  note: z.string(),
  restored_from: Revision.nullable(),
  /** What readers saw before it; null for the first one. */
  previous: Revision.nullable(),
  pages: z.number().int(),
  /** What readers see. */
  is_current: z.boolean(),
  can_restore: z.boolean(),
  /** Null: it may be published again. */
  barred: z
    .object({ at: Timestamp, by: z.string().nullable(), reason: z.string() })
    .nullable()
    .describe('Who said that it must not be published again, when and why'),
});
export type ListedRelease = z.output<typeof Release>;
export const WorkReleases = listOf(Release).extend({ publication: WorkPublication });
export type WorkReleases = z.output<typeof WorkReleases>;

const Count = z.number().int().min(0);
/** What the published key judges otherwise than it was graded. */
export const Regrading = z.object({
  number_of_questions: Count,
  number_of_answers: Count,
  number_of_attempts: Count,
});
export type Regrading = z.output<typeof Regrading>;

/** Exact for staff. For a producer rounded down to tens; null: fewer than ten. */
const Affected = Count.nullable();
/** Who has a published book, and loses something when it leaves the shop. */
const BookHolders = z.object({
  number_of_subscribers: Affected.describe('Who reads it by a subscription, also to a bundle'),
  number_of_renewals: Affected.describe('Of the book itself, charged by card or PayPal'),
  number_of_institutions: Affected,
  number_of_programs: Affected,
});
const BundleLeft = z.object({
  name: z.string(),
  number_of_books: Count.describe('That stay in the shop without it'),
  is_dear: z.boolean().describe('It would cost more than they do: the shop stops offering it'),
});
export const SaleEffects = z.object({
  /** Null: the book is not published. */
  book: BookHolders.extend({ bundles: z.array(BundleLeft) }).nullable(),
  /** The edition whose renewals end for good when the working copy is published. Null: none, or it was replaced already. */
  replaced: BookHolders.extend({
    title: z.string(),
    edition: z.string(),
    readable_until: IsoDate,
    bundles: z.array(BundleLeft),
  }).nullable(),
});
export type SaleEffects = z.output<typeof SaleEffects>;

/** What readers saw when the caller decided: refused as `published_meanwhile` where it is another release by now. */
const Over = { over: RevisionOrNone.optional().describe('The release that readers see; 0: none') };
const publishing = {
  answer: WorkReleases,
  errors: [
    ...['not_allowed', 'replaces_of_others', 'edited_meanwhile', 'work_incomplete'],
    ...['work_not_prepared', 'published_meanwhile', 'approvals_missing', 'release_barred'],
  ],
} as const;
const withVersion = {
  version: Version.describe('Of the working copy as the caller knows it'),
  note: Note,
  ...Over,
};

export const workReleasesEndpoints = defineEndpoints(workReleasesCalls, {
  getWorkCheckList: {
    summary: 'What stands between a working copy and the shop',
    description: 'The checks of `import-book --dry-run`, each with the path of its field.',
    answer: WorkCheckList,
  },
  compareWork: {
    summary: 'What readers would notice between two releases, or a release and the working copy',
    query: z.object({
      from: z.coerce
        .number()
        .pipe(RevisionOrNone)
        .optional()
        .describe('A release; 0: nothing; absent: what readers see'),
      to: z.coerce
        .number()
        .pipe(Revision)
        .optional()
        .describe('A release, also one that waits for its time; absent: the working copy'),
    }),
    answer: WorkComparison,
  },
  listReleases: {
    summary: 'What was published of a book, newest first, and what waits for its time',
    query: ListQuery.extend({ items: z.coerce.number().int().min(1).max(100).default(RELEASES_PER_PAGE) }),
    answer: WorkReleases,
  },
  publishWork: {
    summary: 'Publish a working copy as it is now',
    description:
      'A job publishes it within seconds, also when this process ends before. `publication.pending` says how far it is, and why it was refused. What was scheduled gives way to it.',
    body: z.object(withVersion),
    status: 202,
    ...publishing,
  },
  restoreRelease: {
    summary: 'Publish an earlier release again',
    description: 'As a release of its own, by a job as with `publishWork`. The working copy stays as it is.',
    params: ReleaseParams,
    body: z.object({ note: Note, ...Over }),
    answer: WorkReleases,
    status: 202,
    errors: ['not_allowed', 'published_meanwhile', 'release_barred'],
  },
  barRelease: {
    summary: 'Bar an earlier release from being published again',
    description:
      'Also every release with the same content that it was made from or that was made from it. Their pages are not sent to readers any more. Refused as `release_is_current` for what readers see, and as `published_meanwhile` while it is being published. Idempotent: the first reason stays.',
    params: ReleaseParams,
    body: z.object({ reason: z.string().trim().overwrite(visibleText).min(1).max(500) }),
    answer: WorkReleases,
    errors: ['not_allowed', 'published_meanwhile', 'release_is_current'],
  },
  liftBar: {
    summary: 'Allow a barred release to be published again',
    params: ReleaseParams,
    answer: WorkReleases,
    errors: ['not_allowed'],
  },
  scheduleRelease: {
    summary: 'Publish the working copy, as it is now, at a time',
    description: 'Instead of what was scheduled before. Later changes of the working copy are not in it.',
    body: z.object({ ...withVersion, publish_at: Timestamp }),
    ...publishing,
  },
  cancelSchedule: {
    summary: 'Call off what waits for its time, is being published, or was refused',
    query: z.object({
      publish_at: Timestamp.optional().describe(
        'That of the release which the caller saw: another one, requested meanwhile, is refused as `edited_meanwhile`',
      ),
    }),
    answer: WorkReleases,
    errors: ['not_allowed', 'edited_meanwhile'],
  },
  withdrawBook: {
    summary: 'Take a book out of the shop',
    description: 'It is not sold, listed or found any more. Who has access keeps it.',
    answer: WorkReleases,
    errors: ['not_allowed'],
  },
  bringBackBook: {
    summary: 'Sell a withdrawn book again',
    answer: WorkReleases,
    errors: ['not_allowed', 'withdrawn_by_staff'],
  },
  getSaleEffects: {
    summary: 'Whom a withdrawal of the book concerns, and whom the edition that the working copy replaces',
    answer: SaleEffects,
    errors: ['not_allowed'],
  },
  getRegrading: {
    summary: 'How many answers the published key judges otherwise than they were graded',
    answer: Regrading,
    errors: ['not_allowed'],
  },
  regradeAttempts: {
    summary: 'Grade them again',
    description:
      'A job does it within minutes; readers whose score changes get a letter, and what they earn by it is issued. Refused as `published_meanwhile` where it concerns another number of answers by now.',
    body: z.object({ number_of_answers: Count.describe('As the caller knows it') }),
    answer: Regrading,
    status: 202,
    errors: ['not_allowed', 'published_meanwhile'],
  },
  createEdition: {
    summary: 'Begin a new edition of a book from its release',
    description:
      'A work of its own, with the same slug, the files and the people of this one. Identifiers and dates of the earlier edition are left out. The same id sent again by the same person answers with the work that is there.',
    body: z.object({
      id: Id.optional().describe('Of the book that it becomes'),
      edition: z.string().overwrite(visibleText).min(1).max(40),
      revision: Revision.optional().describe('The release that it begins from; absent: what readers see'),
      readable_until: IsoDate.nullable()
        .default(null)
        .describe('Until when who has the earlier edition may read it; null: it is not replaced'),
    }),
    answer: z.object({ id: Id }),
    status: 201,
    errors: ['not_allowed', 'slug_taken', 'release_barred'],
  },
});
export type WorkReleasesEndpoints = typeof workReleasesEndpoints;
