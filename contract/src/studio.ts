import { z } from 'zod';
import { Email, Id, IsoDate, ListQuery, listOf, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { studioCalls } from './studio-calls.ts';
import {
  CHANGES_BODY_BYTES,
  HISTORY_PER_PAGE,
  MAX_CHANGES,
  MAX_OPERATIONS_PER_CHANGE,
  MAX_SKIPPED_STEPS,
  WORK_ROLES,
  WORK_STATES,
  WORKS_PER_PAGE,
} from './studio-limits.ts';
import { WorkFile } from './work-files.ts';
import { PendingRelease, ReplacedBy, WorkPublication } from './work-releases.ts';
import type { Operation } from './working-copy.ts';
import { type Fields, type Path, REFUSALS, type RefusalCode, type Value } from './working-copy-document.ts';

/** As the operations know it: they check what a value may be, and change nothing in place. */
const as = <Known>(schema: z.ZodType) => schema as z.ZodType<Known, Known>;
const AnyValue = as<Value>(z.unknown());
const Manifest = as<Fields>(z.record(z.string(), z.unknown()));
const PathOfWork = as<Path>(
  z
    .array(z.string().max(100))
    .min(1)
    .max(12)
    .describe('Names of fields; `#` and a key (or `_id`) for an entry of a list'),
);
const After = z.string().max(100).nullable().describe('The key of the entry before it; null = first');
const WorkOperation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('set'), path: PathOfWork, value: AnyValue.optional() }),
  z.object({ op: z.literal('insert'), path: PathOfWork, entry: Manifest, after: After }),
  z.object({ op: z.literal('remove'), path: PathOfWork }),
  z.object({ op: z.literal('move'), path: PathOfWork, to: PathOfWork, after: After }),
]);
const Operations = as<readonly Operation[]>(z.array(WorkOperation));

const Version = z.number().int().min(0).max(2_000_000_000);
const WorkChange = z.object({
  /** Of the client's making: the same change sent again is made once. */
  id: Id,
  /** All of them are made, or none. */
  operations: as<readonly Operation[]>(z.array(WorkOperation).min(1).max(MAX_OPERATIONS_PER_CHANGE)),
});

const Conflict = z.object({
  path: PathOfWork,
  mine: AnyValue.optional(),
  theirs: AnyValue.optional(),
  their_op: z.enum(['set', 'insert', 'remove', 'move']),
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  version: Version,
  /** Takes back what the others did, for a change that cannot be made otherwise. */
  restoring: Operations,
});
export const ChangeOutcome = z.discriminatedUnion('state', [
  z.object({ id: Id, state: z.literal('applied'), version: Version }),
  z.object({ id: Id, state: z.literal('conflict'), conflict: Conflict }),
  z.object({
    id: Id,
    state: z.literal('refused'),
    refusal: z.object({
      code: z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]),
      message: z.string(),
    }),
  }),
]);
export type ChangeOutcome = z.output<typeof ChangeOutcome>;

/** Whether the caller has a change to undo, or to do again. */
const Steps = z.object({ can_undo: z.boolean(), can_redo: z.boolean() });
const progress = {
  version: Version,
  /** In the order of their versions, each as it was made. */
  operations: z.array(
    z.object({
      version: Version,
      change_id: Id,
      operation: as<Operation>(WorkOperation),
      user_id: Id.nullable(),
      user_name: z.string().nullable(),
      made_at: Timestamp,
    }),
  ),
  /** There are later ones than these: ask again. */
  more: z.boolean(),
  /** Null: as they were. */
  steps: Steps.nullable(),
};
export const WorkProgress = z.object(progress);
export type WorkProgress = z.output<typeof WorkProgress>;

const Person = z.object({
  role: z.enum(WORK_ROLES),
  /** Null: nobody has an account with this address yet. */
  user_id: Id.nullable(),
  name: z.string().nullable(),
  /** For those who may change the work. */
  email: z.string().nullable(),
});
export type WorkPerson = z.output<typeof Person>;
const State = z.enum(WORK_STATES);
const MayEdit = z.boolean().describe('Otherwise the caller reads and comments');
const work = {
  id: Id,
  slug: z.string().nullable(),
  title: z.string().nullable(),
  edition: z.string().nullable(),
  state: State,
  version: Version,
  changed_at: Timestamp,
  may_edit: MayEdit,
  people: z.array(Person),
};
/** Its name is null if that release is not there any more. */
const BeganFrom = z.object({ edition: z.string().nullable() }).nullable();
export const WorkRow = z.object({
  ...work,
  changed_by: z.string().nullable(),
  /** The address of its cover, for a while. */
  cover: z.string().nullable(),
  /** Fields that every book has and this one does not have yet. */
  missing: z.array(z.string()),
  /** Approvals that its changes need before they can be published. */
  missing_approvals: z.number().int(),
  pending: PendingRelease.pick({ state: true, publish_at: true }).nullable(),
  replaced_by: ReplacedBy.nullable(),
  review: z
    .object({
      due_on: IsoDate,
      is_overdue: z.boolean(),
      asked_by: z.string().nullable(),
      note: z.string(),
      asks_caller: z.boolean().describe('The caller was asked to review it'),
      people: z.array(z.object({ name: z.string(), has_looked: z.boolean(), has_commented: z.boolean() })),
    })
    .nullable()
    .describe('The review that is open: who was asked, and who did what since'),
  number_of_open_comments: z.number().int(),
});
export type WorkRow = z.output<typeof WorkRow>;
export const Work = z.object({
  ...work,
  publication: WorkPublication,
  began_from: BeganFrom.describe('The edition that it copied at its beginning; null: it is no new edition'),
  manifest: Manifest,
  files: z.array(WorkFile.extend({ address: z.string().nullable().describe('Of a picture, for a while') })),
  steps: Steps,
});
export type Work = z.output<typeof Work>;

export const HistoryEntry = z.object({
  version: Version,
  change_id: Id,
  op: z.enum(['set', 'insert', 'remove', 'move', 'add_files', 'remove_files', 'restore_files']),
  path: PathOfWork,
  files: z
    .object({ path: z.string(), count: z.number().int() })
    .nullable()
    .describe(
      'The file, or the folder of several, that was added, removed or put back; null: a field was changed',
    ),
  before: AnyValue.optional(),
  after: AnyValue.optional(),
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  made_at: Timestamp,
  /** The version that it took back. */
  undoes: Version.nullable(),
  began_from: BeganFrom.describe(
    'The entry is all that a new edition copied from this one, and cannot be taken back',
  ),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

const PersonOfWork = z.object({ email: Email, work_role: z.enum(WORK_ROLES) });
const changing = {
  errors: ['not_allowed', 'being_published', 'work_busy', 'slug_taken', 'edited_meanwhile'],
  bodyLimit: CHANGES_BODY_BYTES,
} as const;

export const studioEndpoints = defineEndpoints(studioCalls, {
  listWorks: {
    summary: 'Books that the caller makes or reviews, last changed first',
    query: ListQuery.extend({
      search_term: z.string().trim().max(200).optional(),
      items: z.coerce.number().int().min(1).max(100).default(WORKS_PER_PAGE),
    }),
    answer: listOf(WorkRow),
  },
  createWork: {
    summary: 'Begin a book',
    description: 'The same id sent again by the same person answers with the work that is there.',
    body: z.object({
      id: Id.optional().describe('Of the book that it becomes'),
      slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, VALUE_MESSAGES.slugForm),
      title: z.string().trim().min(1, VALUE_MESSAGES.titleRequired).max(300),
    }),
    answer: Work,
    status: 201,
    errors: ['slug_taken', 'not_allowed'],
  },
  getWork: { summary: 'A book that is being made: working copy, files, people', answer: Work },
  deleteWork: {
    summary: 'Delete a draft that was never published, with everything in it',
    description:
      'Also the draft of a new edition. It cannot be undone. Refused as `not_a_draft` once the book was published, and while a release of it is scheduled. Idempotent. Those who had the book open get `work_deleted` from its calls.',
    errors: ['not_allowed', 'not_a_draft', 'being_published', 'work_busy'],
  },
  changeWork: {
    summary: 'Change a working copy',
    description:
      'Each change is made, or refused for itself: as a conflict where it touches what somebody else did after `base_version`. The answer has everything that was made after `since`.',
    body: z.object({
      /** What the changes are based on. */
      base_version: Version,
      /** Up to where the caller knows what was made; absent: the base. */
      since: Version.optional(),
      changes: z.array(WorkChange).min(1).max(MAX_CHANGES),
    }),
    answer: WorkProgress.extend({ outcomes: z.array(ChangeOutcome) }),
    ...changing,
  },
  listWorkChanges: {
    summary: 'What was made since a version, who else is here, and where the book stands',
    query: z.object({ since: z.coerce.number().pipe(Version) }),
    answer: WorkProgress.extend({
      people: z.array(z.object({ user_id: Id, name: z.string() })),
      publication: WorkPublication,
      may_edit: MayEdit,
    }),
  },
  undoWorkChange: {
    summary: 'Take back the last own change, or do it again',
    description:
      'Refused as a conflict where somebody else changed the same since. `change_id` takes back that change, whosever it is.',
    body: z.object({
      /** Of the change that this makes. */
      id: Id,
      since: Version,
      redo: z.boolean().default(false),
      change_id: Id.optional(),
      /** Own changes that stay: taking them back was refused. */
      skip: z.array(Id).max(MAX_SKIPPED_STEPS).default([]),
    }),
    answer: WorkProgress.extend({
      /** Null: there was nothing to take back. */
      outcome: ChangeOutcome.nullable(),
      /** The change that was to be taken back. */
      target: Id.nullable(),
      /** What taking it back does, where it was refused. */
      refused_operations: Operations,
      files_changed: z.boolean().describe('Files were put back, or removed again'),
    }),
    ...changing,
  },
  listWorkHistory: {
    summary: 'What was changed, newest first',
    query: ListQuery.extend({ items: z.coerce.number().int().min(1).max(100).default(HISTORY_PER_PAGE) }),
    answer: listOf(HistoryEntry),
  },
  addWorkPerson: {
    summary: 'Name a producer, author or editor of a book, by address',
    description:
      'The account may come later; one that is there has to be an author or editor. A producer changes the working copy.',
    body: PersonOfWork,
    answer: z.object({ people: z.array(Person) }),
    status: 201,
  },
  removeWorkPerson: { summary: 'End what somebody is for a book', query: PersonOfWork },
});
export type StudioEndpoints = typeof studioEndpoints;
