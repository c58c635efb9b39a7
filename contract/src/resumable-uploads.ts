import { z } from 'zod';
import { Id, listOf, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { resumableUploadsCalls } from './resumable-uploads-calls.ts';

export const RESUMABLE_UPLOAD_STATES = [
  'receiving',
  'checking',
  'finished',
  'refused',
  'canceled',
  'expired',
] as const;

export const ResumableUpload = z.object({
  id: Id,
  /** The sender's file name; not trusted. */
  name: z.string(),
  bytes: z.number().int(),
  received_bytes: z.number().int(),
  state: z.enum(RESUMABLE_UPLOAD_STATES),
  /** Why it was refused. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** SHA-256 and type of the content; null until the upload is finished. */
  hash: z.string().nullable(),
  media_type: z.string().nullable(),
  created_at: Timestamp,
  /** An upload that is incomplete by then is removed; each received part extends the time. */
  expires_at: Timestamp,
});
export type ResumableUpload = z.output<typeof ResumableUpload>;

export const resumableUploadsEndpoints = defineEndpoints(resumableUploadsCalls, {
  listResumableUploads: {
    summary: 'The own uploads of the last days, newest first',
    description:
      'Files are sent by the tus protocol, version 1.0.0, to the same address: POST creates an upload, HEAD and PATCH at its own address continue it, DELETE cancels it. At most 100 uploads are listed.',
    answer: listOf(ResumableUpload),
  },
  getResumableUpload: {
    summary: 'What has become of an own upload',
    answer: ResumableUpload,
  },
});
export type ResumableUploadsEndpoints = typeof resumableUploadsEndpoints;
