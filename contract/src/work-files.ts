import { z } from 'zod';
import { Id, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { CAPTIONS_BODY_BYTES, MAX_CUE_LENGTH, MAX_CUES } from './studio-limits.ts';
import { workFilesCalls } from './work-files-calls.ts';
import { PageMoves } from './work-page-moves.ts';

export const WorkFile = z.object({
  path: z.string(),
  asset: z.string(),
  bytes: z.number().int(),
  media_type: z.string(),
  original_name: z.string(),
  added_at: Timestamp,
});
export type WorkFile = z.output<typeof WorkFile>;

/** A file or a folder that was removed, as long as its bytes are kept. */
const FileRemoval = z.object({
  id: Id,
  /** Of the only file, or of the folder. */
  path: z.string(),
  files: z.number().int(),
  bytes: z.number().int(),
  removed_at: Timestamp,
  /** Null: the account is gone. */
  removed_by: z.string().nullable(),
});
export type FileRemoval = z.output<typeof FileRemoval>;
const FileRemovals = z.object({
  removals: z.array(FileRemoval),
});
/** Whether the caller has a change to undo, or to do again: a removal is one. */
const steps = z.object({ can_undo: z.boolean(), can_redo: z.boolean() });
const ChangedRemovals = z.object({ ...FileRemovals.shape, steps });

/** Facts read from a PDF, as fields of the manifest, which the producer accepts or changes. Absent = unknown. */
const Proposals = z.object({
  title: z.string().optional(),
  language: z.string().optional(),
  page_labels: z
    .array(
      z.object({ from_page: z.number().int(), style: z.enum(['roman', 'decimal']), first: z.number().int() }),
    )
    .optional(),
  front_matter: z.object({ first_page: z.number().int(), last_page: z.number().int() }).optional(),
  chapters: z
    .array(
      z.object({
        key: z.string(),
        title: z.string(),
        first_page: z.number().int(),
        last_page: z.number().int(),
      }),
    )
    .optional(),
  /** Where the chapters come from. */
  chapters_from: z.enum(['outline', 'headings']).optional(),
  /** A file of the work: the picture of page 1. */
  cover: z.string().optional(),
});
export type Proposals = z.output<typeof Proposals>;

const WorkPages = z.object({
  /** Of the work's files; null: there is no PDF yet. */
  path: z.string().nullable(),
  state: z.enum(['none', 'preparing', 'ready', 'failed']),
  /** Why it failed, in words that complete the file's name. */
  problem: z.string().nullable(),
  was_stopped: z.boolean().describe('It failed because the server ended the process, not because of the PDF'),
  /** Null until the PDF was opened. */
  page_count: z.number().int().nullable(),
  prepared: z.number().int(),
  /** Another book's pages are being prepared; these follow. */
  is_behind: z.boolean(),
  /** Width and height in points, page by page. Empty until all are prepared. */
  sizes: z.array(z.tuple([z.number(), z.number()])),
  /** Printed page numbers as the PDF gives them. */
  labels: z.array(z.string()),
  /** Where the pages stand, and a grant for each set: `/page-files/{set}/{its page}/{file}?grant={grants[set]}`. */
  files: z
    .object({
      expires_at: Timestamp,
      runs: z.array(
        z.object({
          first: z.number().int(),
          last: z.number().int(),
          set: z.string(),
          from: z.number().int(),
        }),
      ),
      grants: z.record(z.string(), z.string()),
    })
    .nullable(),
  proposals: Proposals.nullable(),
});
export type WorkPages = z.output<typeof WorkPages>;

const WorkVideo = z.object({
  /** Of the files of the work that have this content. */
  asset: z.string(),
  /** `unchanged`: readers get the file as it was uploaded, if browsers play it. */
  state: z.enum(['unchanged', 'preparing', 'ready', 'failed', 'canceled']),
  step: z.enum(['waiting', 'reading', 'video', 'stream', 'poster']).nullable(),
  /** How much is made, from 0 to 1. */
  done: z.number().min(0).max(1),
  /** Why it failed, in words that complete the file's name; null where it is not the file's fault. */
  problem: z.string().nullable(),
  was_stopped: z
    .boolean()
    .describe('It failed because the server ended the program, not because of the file'),
  /** What changed on the way, in words that complete the file's name. */
  notes: z.array(z.string()),
  duration_seconds: z.number().nullable(),
  /** Lines of each size that readers get. */
  sizes: z.array(z.number().int()),
  /** For a while; of the uploaded file where nothing was made of it. */
  url: z.string(),
  poster_url: z.string().nullable(),
});
export type WorkVideo = z.output<typeof WorkVideo>;
const WorkVideos = z.object({
  /** False: this server has no ffmpeg, so a video has to be one that browsers play. */
  converts: z.boolean(),
  videos: z.array(WorkVideo),
});
export type WorkVideos = z.output<typeof WorkVideos>;

/** Of the longest lecture, and more (seconds). */
const CueTime = z.number().min(0).max(360_000);
const WorkCue = z.object({
  start_seconds: CueTime,
  /** May lie before its start while it is written; the check list tells. */
  end_seconds: CueTime,
  /** Lines end with a line feed. Marks of WebVTT are marks, and everything else is text. */
  text: z.string().max(MAX_CUE_LENGTH),
  /** The position on the picture, in WebVTT settings; empty: at the bottom. */
  settings: z.string().max(200),
});
export type WorkCue = z.output<typeof WorkCue>;
const WorkCaptions = z.object({
  path: z.string(),
  original_name: z.string(),
  /** In the order of time. */
  cues: z.array(z.object({ ...WorkCue.shape, text: z.string(), settings: z.string() })),
  /** What is not among them because it cannot be read, in words that complete the file's name, and where (lines count from 1). */
  problems: z.array(z.object({ line: z.number().int().nullable(), text: z.string() })),
});
export type WorkCaptions = z.output<typeof WorkCaptions>;

const videoParams = z.object({ id: Id, asset: z.string().regex(/^[0-9a-f]{64}$/) });
const FOLDER = /^[a-z0-9][a-z0-9-]{0,79}(\/[a-z0-9][a-z0-9-]{0,79}){0,2}$/;

export const workFilesEndpoints = defineEndpoints(workFilesCalls, {
  addWorkFile: {
    summary: 'Make a finished upload a file of a work',
    description:
      'The server names it after the uploaded file; DICOM files and ZIPs, whose names may tell who a patient is, after their content. The same content sent again under the same name is the same file. The pages of a PDF are prepared from then on.',
    body: z.object({
      upload_id: Id,
      folder: z.string().regex(FOLDER, VALUE_MESSAGES.notAccepted).optional(),
    }),
    answer: WorkFile,
    status: 201,
    errors: ['not_allowed', 'upload_not_finished'],
  },
  listFileRemovals: {
    summary: 'The files that were removed from a work and can still be put back',
    description: 'Newest first. The bytes of a file are deleted when nothing has named it for a day.',
    answer: FileRemovals,
  },
  removeWorkFiles: {
    summary: 'Remove a file or a folder from a work',
    description:
      'Refused while the working copy names it, unless that is accepted; the fields that name it stay as they are, and the check list reports them. Releases keep their files. The same id sent again removes nothing more.',
    body: z.object({
      /** Of the removal that this makes. */
      id: Id,
      path: z.string().min(1).max(300).describe('A file of the work, or a folder above some'),
      even_if_used: z.boolean().optional().describe('Also if the working copy names it'),
    }),
    answer: ChangedRemovals,
    errors: ['not_allowed', 'file_used'],
  },
  restoreWorkFiles: {
    summary: 'Put back what was removed together',
    description: 'Refused if another file has one of the names meanwhile.',
    params: z.object({ id: Id, removalId: Id }),
    answer: z.object({ ...ChangedRemovals.shape, restored: z.array(WorkFile) }),
    errors: ['not_allowed', 'file_gone', 'file_name_taken'],
  },
  getWorkPages: {
    summary: 'The pages of the PDF of a work, what is ready of them, and what the PDF tells of the book',
    query: z.object({
      path: z.string().max(300).optional().describe('A PDF of the work; absent: the one that it names'),
    }),
    answer: WorkPages,
  },
  prepareWorkPages: {
    summary: 'Prepare the pages of the PDF again, where that failed',
    description: 'Changes nothing while they are being prepared and when they are ready.',
    answer: WorkPages,
    errors: ['not_allowed'],
  },
  getPageMoves: {
    summary: 'What should follow its page in a work whose PDF was replaced',
    description:
      'Page numbers that were written for an earlier PDF and not changed since. Nothing after a release with the present PDF.',
    answer: PageMoves,
  },
  moveWithPages: {
    summary: 'Move to its page everything whose page is certain',
    description:
      'One change, which can be undone. The same id sent again is made once; what was moved meanwhile stays where it is.',
    body: z.object({
      /** Of the change that this makes. */
      id: Id,
      pdf: z.string().min(1).max(300).describe('The present PDF, as the caller saw it'),
    }),
    answer: z.object({ moved: z.number().int().describe('Page numbers that this change set') }),
    errors: ['not_allowed', 'edited_meanwhile'],
  },
  listWorkVideos: {
    summary: 'The videos among the files of a work, and how far their preparation is',
    answer: WorkVideos,
  },
  prepareWorkVideo: {
    summary: 'Prepare a video of a work for readers, or try again',
    description:
      'One that is prepared, or is being prepared, stays as it is; nothing happens where the server does not convert videos.',
    params: videoParams,
    answer: WorkVideos,
    errors: ['not_allowed'],
  },
  cancelWorkVideo: {
    summary: 'Call off the preparation of a video',
    description: 'What is made so far is kept for the next attempt. One that is prepared stays so.',
    params: videoParams,
    answer: WorkVideos,
    errors: ['not_allowed'],
  },
  getWorkCaptions: {
    summary: 'The captions or descriptions in a file of a work, one by one',
    query: z.object({ path: z.string().min(1).max(300).describe('A WebVTT or SubRip file of the work') }),
    answer: WorkCaptions,
  },
  storeWorkCaptions: {
    summary: 'Store captions that were written on the desk as a file of a work',
    description:
      'Always another file: name it by an operation, which can be undone. The same captions sent again under the same name are the same file.',
    bodyLimit: CAPTIONS_BODY_BYTES,
    body: z.object({ name: z.string().min(1).max(200), cues: z.array(WorkCue).max(MAX_CUES) }),
    answer: WorkFile,
    status: 201,
    errors: ['not_allowed'],
  },
});
export type WorkFilesEndpoints = typeof workFilesEndpoints;
