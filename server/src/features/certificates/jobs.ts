import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';
import { STAFF_ACTS } from './changed-letter.ts';

export const certificateLetters = {
  sendIssued: defineJob(
    'certificates.send-issued',
    z.object({ user_id: z.uuid(), book_id: z.uuid(), kinds: z.array(z.string()) }),
  ),
  sendChanged: defineJob(
    'certificates.send-changed',
    z.object({ number: z.string(), act: z.enum(STAFF_ACTS) }),
  ),
};
