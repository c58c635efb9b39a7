import { z } from 'zod';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { Email, Id, Message } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { supportCalls } from './support-calls.ts';
import { visibleText } from './visible-text.ts';

const text = (required: string, max: number) =>
  z.string({ error: required }).trim().min(1, required).max(max, FIELD_MESSAGES.tooLong);

export const SupportMessageBody = z.object({
  /** Made by the sender: what is sent again with it is stored and mailed once. */
  id: Id.optional(),
  /** Ignored for a signed-in user, whose account has an address. */
  email_address: text(FIELD_MESSAGES.emailRequired, 254).pipe(Email),
  email_subject: text(FIELD_MESSAGES.subjectRequired, 200).overwrite(visibleText),
  email_body: text(FIELD_MESSAGES.messsageRequired, 10_000),
});

export const supportEndpoints = defineEndpoints(supportCalls, {
  createSupportMessage: {
    summary: 'Write to the people behind the product',
    body: SupportMessageBody,
    answer: Message,
    status: 201,
    errors: ['too_many_requests'],
    needsMail: true,
  },
});
export type SupportEndpoints = typeof supportEndpoints;
