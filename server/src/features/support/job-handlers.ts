import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandlers } from '../../platform/jobs.ts';
import { composeMail } from '../../platform/mail/layout.ts';
import { findSupportMessage } from './queries.ts';

const Payload = z.object({ support_message_id: z.uuid() });

export function supportJobHandlers(deps: Deps): JobHandlers {
  return {
    'support.send-message': async (payload, { job }) => {
      const message = await findSupportMessage(deps.db, Payload.parse(payload).support_message_id);
      if (!message) return;
      const mail = composeMail({
        language: 'en',
        subject: `Contact form: ${message.subject}`,
        heading: message.subject,
        paragraphs: message.body.replaceAll('\r\n', '\n').split(/\n\s*\n/),
        facts: [
          ['From', message.email],
          ['Account', message.name ?? 'not signed in'],
        ],
        footer: 'Written through the contact form. An answer to this mail goes to the person who wrote.',
      });
      // An answer goes to the person who wrote.
      await deps.mailer.send({
        to: deps.config.SUPPORT_ADDRESS,
        ...mail,
        replyTo: message.email,
        id: job.id,
      });
    },
  };
}
