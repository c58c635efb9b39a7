import { z } from 'zod';
import { Id, ListQuery, listOf, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { RELEASES_PER_PAGE } from './studio-limits.ts';
import { workReleasesCalls } from './work-releases-calls.ts';

const Version = z.number().int().min(0).max(2_000_000_000);
const Revision = z.number().int().min(1);
const Note = z.string().trim().max(500).default('');

export const FINDING_KINDS = ['mistake', 'warning', 'waiting'] as const;
const Finding = z.object({
  kind: z.enum(FINDING_KINDS).describe('`waiting`: it is put right by itself, in a while'),
  path: z.array(z.string()).describe('Of the field, as operations name it; empty for the book as a whole'),
  file: z.string().nullable().describe('The file that is not sound'),
  text: z.string().describe('As the import of a book folder says it'),
});
export const WorkCheckList = z.object({
  version: Version,
  can_publish: z.boolean(),
  findings: z.array(Finding),
});
export type WorkCheckList = z.output<typeof WorkCheckList>;

const Release = z.object({
  revision: Revision,
  published_at: Timestamp,
  /** Null for a command. */
  published_by: z.string().nullable(),
  note: z.string(),
  restored_from: Revision.nullable(),
  pages: z.number().int(),
  /** What readers see. */
  is_current: z.boolean(),
  can_restore: z.boolean(),
});
export const WorkReleases = listOf(Release).extend({
  scheduled: z
    .object({
      publish_at: Timestamp,
      asked_by: z.string().nullable(),
      note: z.string(),
      version: Version.nullable(),
    })
    .nullable(),
  withdrawn_at: Timestamp.nullable(),
});
export type WorkReleases = z.output<typeof WorkReleases>;
const Published = z.object({ revision: Revision });

export const workReleasesEndpoints = defineEndpoints(workReleasesCalls, {
  getWorkCheckList: {
    summary: 'What stands between a working copy and the shop',
    description: 'The checks of `import-book --dry-run`, each with the path of its field.',
    answer: WorkCheckList,
  },
  listReleases: {
    summary: 'What was published of a book, newest first, and what waits for its time',
    query: ListQuery.extend({ items: z.coerce.number().int().min(1).max(100).default(RELEASES_PER_PAGE) }),
    answer: WorkReleases,
  },
  publishWork: {
    summary: 'Publish a working copy: readers see it at once',
    body: z.object({
      version: Version.describe('Of the working copy as the caller knows it'),
      note: Note,
    }),
    answer: Published,
    status: 201,
    errors: [
      'not_allowed',
      'edited_meanwhile',
      'work_incomplete',
      'work_not_prepared',
      'published_meanwhile',
    ],
  },
  restoreRelease: {
    summary: 'Publish an earlier release again',
    description: 'As a release of its own. The working copy stays as it is.',
    params: z.object({ id: Id, revision: z.coerce.number().pipe(Revision) }),
    body: z.object({ note: Note }),
    answer: Published,
    status: 201,
    errors: ['not_allowed', 'published_meanwhile'],
  },
  scheduleRelease: {
    summary: 'Publish the working copy, as it is now, at a time',
    description: 'Instead of what was scheduled before. Later changes of the working copy are not in it.',
    body: z.object({ version: Version, publish_at: Timestamp, note: Note }),
    answer: WorkReleases,
    errors: ['not_allowed', 'edited_meanwhile', 'work_incomplete', 'work_not_prepared'],
  },
  cancelSchedule: {
    summary: 'Call off what waits for its time',
    answer: WorkReleases,
    errors: ['not_allowed'],
  },
  withdrawBook: {
    summary: 'Take a book out of the shop',
    description: 'It is not sold, listed or found any more. Who has access keeps it.',
    answer: WorkReleases,
    errors: ['not_allowed'],
  },
  bringBackBook: { summary: 'Sell a withdrawn book again', answer: WorkReleases, errors: ['not_allowed'] },
});
