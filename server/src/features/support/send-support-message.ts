import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { SupportMessageBody } from '@vesalius/contract/support';
import type { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { countersOfPlace, type ThrottlePolicy, takeAttempts } from '../../platform/throttle.ts';
import type { Actor } from '../accounts/actor.ts';
import { supportLetters } from './jobs.ts';
import { getEmail, insertSupportMessage } from './queries.ts';

const CONTACT_PLACE: ThrottlePolicy = {
  name: 'contact place',
  free: 40,
  firstMs: 30_000,
  longestMs: 600_000,
  forgetMs: HOUR_MS,
};

/**
 * Stores the message and enqueues the mail to the support address, in one transaction. Idempotent: a repeated request
 * with the same id sends nothing more.
 */
export async function sendSupportMessage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor | null,
  body: z.output<typeof SupportMessageBody>,
  ip: string,
): Promise<{ message: string }> {
  const now = clock.now();
  await takeAttempts(db, countersOfPlace(CONTACT_PLACE, ip), now);
  await inTransaction(db, async (tx) => {
    const id = body.id ?? newId();
    const isNew = await insertSupportMessage(tx, {
      id,
      userId: actor?.userId ?? null,
      email: actor ? await getEmail(tx, actor.userId) : body.email_address,
      subject: body.email_subject,
      body: body.email_body,
      now,
    });
    if (isNew) await enqueue(tx, supportLetters.sendMessage({ support_message_id: id }));
  });
  return { message: SUCCESS_MESSAGES.messageSent };
}
