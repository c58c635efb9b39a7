import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

export const weeklyJobs = {
  gather: defineJob('weekly.gather', z.object({ hour: z.iso.datetime() }), { isHourly: true }),
};

export const weeklyLetters = {
  /** `monday`: the reader's day, by which no week has two letters. */
  send: defineJob('weekly.send', z.object({ user_id: z.uuid(), monday: z.iso.date() })),
};
