import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { composeMail } from '../../platform/mail/layout.ts';
import { supportLetters } from './jobs.ts';
import { findSupportMessage } from './queries.ts';

export function supportLetterHandlers(deps: Deps): JobHandlers {
  return handleJobs(deps, supportLetters, {
    sendMessage: async ({ support_message_id: id }, { job }) => {
      const message = await findSupportMessage(deps.db, id);
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
        // The link leads to a page that only staff can open.
        ...(message.userId
          ? {
              action: {
                label: 'Open the account',
                url: `${deps.config.publicUrl}/admin/people/${message.userId}`,
              },
            }
          : {}),
        footer: 'Written through the contact form. An answer to this mail goes to the person who wrote.',
      });
      // The reply goes to the sender of the message.
      await deps.mailer.send({
        to: deps.config.SUPPORT_ADDRESS,
        ...mail,
        replyTo: message.email,
        id: job.id,
      });
    },
  });
}
