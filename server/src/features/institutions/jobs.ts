import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

export const institutionJobs = {
  /** Finds what ends within a month or has ended, so that a changed end needs no job of its own. */
  tellEnds: defineJob('institutions.tell-ends', z.object({}), { dailyAtHour: 6 }),
};

export const institutionLetters = {
  /** To a manager, before the end or after it. Nothing goes out when it ends at another time by then. */
  tellEnd: defineJob(
    'institutions.tell-end',
    z.object({ institution_id: z.uuid(), user_id: z.uuid(), ends_at: z.iso.datetime() }),
  ),
  /**
   * Says what the person is when it is sent. Nothing goes to somebody who has left by then, or who is by then a manager
   * where the letter was meant for a member, or the other way round: another one is on its way.
   */
  welcomeMember: defineJob(
    'institutions.welcome-member',
    z.object({
      institution_id: z.uuid(),
      user_id: z.uuid(),
      as_manager: z.boolean().nullable().default(null),
    }),
  ),
};
