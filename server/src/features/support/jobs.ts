import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

export const supportLetters = {
  sendMessage: defineJob('support.send-message', z.object({ support_message_id: z.uuid() })),
};
