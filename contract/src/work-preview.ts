import { z } from 'zod';
import { Id, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { PREVIEW_READERS } from './studio-limits.ts';
import { workPreviewCalls } from './work-preview-calls.ts';
import { Finding } from './work-releases.ts';

const Version = z.number().int().min(0);
export const WorkPreview = z.object({
  state: z
    .enum(['none', 'making', 'ready', 'refused'])
    .describe('`refused`: it could not be made; `findings` says why. An earlier one can still be opened.'),
  version: Version.describe('Of the working copy now'),
  made_version: Version.nullable().describe(
    'Of the working copy that the preview shows; null: there is none',
  ),
  made_at: Timestamp.nullable(),
  is_current: z
    .boolean()
    .describe('It shows this version, and no file that the version names came since it was asked for'),
  findings: z
    .array(Finding)
    .describe(
      'Why it could not be made; of a preview that is ready, the errors of the parts that it leaves out',
    ),
});
export type WorkPreview = z.output<typeof WorkPreview>;

export const workPreviewEndpoints = defineEndpoints(workPreviewCalls, {
  getWorkPreview: { summary: 'How far the preview of a working copy is', answer: WorkPreview },
  makeWorkPreview: {
    summary: 'Make the preview of a working copy as it is now',
    description: 'A job makes it within seconds. One that shows this version already stays as it is.',
    answer: WorkPreview,
    status: 202,
  },
  openWorkPreview: {
    summary: 'Open the preview as one of its readers',
    description:
      'The token stands for a reader who is nobody: it reads this book, and writes nothing. It ends with the session that asked for it, and when its user is taken off the book.',
    body: z.object({ as: z.enum(PREVIEW_READERS) }),
    answer: z.object({ token: z.string(), book_id: Id, user_id: Id }),
    status: 201,
    errors: ['preview_missing'],
  },
});
export type WorkPreviewEndpoints = typeof workPreviewEndpoints;
