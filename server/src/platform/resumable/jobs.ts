import { z } from 'zod';
import { defineJob } from '../define-job.ts';

export const resumableJobs = {
  finishUpload: defineJob('uploads.finish-resumable', z.object({ upload_id: z.uuid() })),
  cleanUp: defineJob('uploads.clean-up-resumable', z.object({}), { dailyAtHour: 3 }),
};
