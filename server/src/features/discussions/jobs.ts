import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

const Gather = z.object({ until: z.iso.datetime() });

export const discussionJobs = {
  gatherDigests: defineJob('discussions.gather-digests', Gather),
};

export const discussionLetters = {
  sendDigest: defineJob('discussions.send-digest', Gather.extend({ user_id: z.uuid() })),
};
