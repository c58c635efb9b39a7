import { z } from 'zod';
import { Id, PageNumber, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { workStudiesCalls } from './work-studies-calls.ts';
import { WrittenText } from './written-text.ts';

/** Images of one study that a person can leave out at once. */
const MAX_LEFT_OUT = 5000;
const LeftOut = z.object({
  /** For who uploaded it, its name until somebody decides; for others a number, in a study "2/12": image 12 of series 2. */
  file: z.string(),
  reason: z.string(),
});

const ArrivingStudy = z.object({
  id: Id,
  title: z.string(),
  page: z.number().int(),
  state: z.enum(['sorting', 'sorted', 'failed']),
  /** Why nothing could be made of it, as a sentence; null where it did not fail, or it is not the files' fault. */
  problem: z.string().nullable(),
  /** The key of the material that it became; null until it is sorted. */
  material_key: z.string().nullable(),
  /** Files that are no images of the study, the first hundred. */
  left_out: z.array(LeftOut),
  left_out_count: z.number().int(),
});
export type ArrivingStudy = z.output<typeof ArrivingStudy>;
const ArrivingStudies = z.object({ studies: z.array(ArrivingStudy) });

const KeptAttribute = z.object({
  attribute: z.string().regex(/^[A-Z][A-Za-z0-9]{0,99}$/, VALUE_MESSAGES.notAccepted),
  reason: WrittenText.min(1).max(500),
});
const StudyReport = z.object({
  /**
   * `waiting`: it is being looked at; `failed`: it can be tried again; `problems` names a file that is damaged in the storage, if
   * that is why.
   */
  state: z.enum(['waiting', 'failed', 'ready']),
  /** Names what was looked at; a decision is about it. Null where the study names no files. */
  content: z.string().nullable(),
  files: z.number().int(),
  frames: z.number().int(),
  /** With a value about a person, and in how many files. */
  attributes: z.array(
    z.object({
      attribute: z.string(),
      files: z.number().int(),
      /** False: its content is known to its vendor alone, so it is always removed. */
      may_be_kept: z.boolean(),
    }),
  ),
  /** Files that cannot be shown to readers as they are, and why, in words that complete the file's name. */
  problems: z.array(LeftOut),
  /** Images that stand for all others; those with letters in them first. None for those who only review the book. */
  images: z.array(
    z.object({
      asset: z.string(),
      file: z.string(),
      /** Counts from 0. */
      frame: z.number().int(),
      url: z.string(),
      /** Letters that were found, with their place as parts of the image. */
      words: z.array(
        z.object({
          text: z.string(),
          left: z.number(),
          top: z.number(),
          width: z.number(),
          height: z.number(),
        }),
      ),
    }),
  ),
  /** Files whose pixels the server does not read; somebody who edits the book opens them. */
  unread: z.array(z.object({ asset: z.string(), file: z.string(), reason: z.string(), url: z.string() })),
  /** Images that look different from those that were looked at, and were not. */
  not_looked_at: z.number().int(),
  /** False: letters were not looked for, because that failed. */
  was_read: z.boolean(),
  /** Null: nobody has decided about these files as they are. */
  decision: z
    .object({
      /** Null: a release that readers have seen has the study as it is. */
      decided_by: z.string().nullable(),
      decided_at: Timestamp.nullable(),
      kept: z.array(KeptAttribute),
    })
    .nullable(),
});
export type StudyReport = z.output<typeof StudyReport>;

const MaterialKey = z.string().min(1).max(100);

export const workStudiesEndpoints = defineEndpoints(workStudiesCalls, {
  listWorkStudies: {
    summary: 'Studies that were dropped on the desk, and how far they are sorted',
    description: 'Those that became a material stay for a day; those that failed until they are dismissed.',
    answer: ArrivingStudies,
  },
  addWorkStudy: {
    summary: 'Make a study of the files in a folder of a work',
    description:
      'ZIP files are unpacked, images are sorted into series, and everything else is left out and listed. The same folder sent again is the same study.',
    body: z.object({
      folder: z.string().regex(/^dicom\/[a-z0-9][a-z0-9-]{0,79}$/, VALUE_MESSAGES.notAccepted),
      page: PageNumber,
      title: WrittenText.min(1).max(200),
    }),
    answer: ArrivingStudies,
    status: 201,
    errors: ['not_allowed'],
  },
  dismissWorkStudy: {
    summary: 'Dismiss the notice of a study that was sorted or failed',
    params: z.object({ id: Id, study: Id }),
    answer: ArrivingStudies,
    errors: ['not_allowed'],
  },
  getStudyReport: {
    summary: 'What a study tells of a person, in its attributes and in its pixels, and what was decided',
    params: z.object({ id: Id, key: MaterialKey }),
    answer: StudyReport,
  },
  reportStudyAgain: {
    summary: 'Look at a study again after that failed',
    description: 'What is being looked at goes on.',
    params: z.object({ id: Id, key: MaterialKey }),
    answer: StudyReport,
    errors: ['not_allowed'],
  },
  decideStudy: {
    summary: 'Decide what of a study may be published',
    description:
      'Attributes that identify a person are removed, but for those that are kept with a reason. Recorded with name and time. Where images are left out, nothing is decided yet: those that stay are looked at anew. Other files, or another choice of attributes, need another decision.',
    params: z.object({ id: Id, key: MaterialKey }),
    body: z.object({
      content: z.string().regex(/^[0-9a-f]{64}$/, VALUE_MESSAGES.notAccepted),
      kept: z.array(KeptAttribute).max(50),
      /** By their content. */
      left_out: z.array(z.string().regex(/^[0-9a-f]{64}$/, VALUE_MESSAGES.notAccepted)).max(MAX_LEFT_OUT),
    }),
    answer: StudyReport,
    errors: ['not_allowed', 'edited_meanwhile'],
  },
});
export type WorkStudiesEndpoints = typeof workStudiesEndpoints;
