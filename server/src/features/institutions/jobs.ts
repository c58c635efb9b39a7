import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

export const institutionLetters = {
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
