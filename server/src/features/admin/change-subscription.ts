import type { ExtendBody, GrantBody } from '@vesalius/contract/admin';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Actor } from '../../platform/session.ts';
import { presentSubscription } from './get-person.ts';
import { lockPerson } from './person-queries.ts';
import { findProduct } from './product-queries.ts';
import { insertGrant, lockSubscription, updateSubscriptionEnd } from './subscription-queries.ts';

type Part = Pick<Deps, 'db' | 'clock'>;

/** The same day of the month so many months later, or that month's last day; in UTC. */
export function addMonths(from: Date, months: number): Date {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return end;
}

export async function grantSubscription(
  { db, clock }: Part,
  actor: Actor,
  personId: string,
  body: z.output<typeof GrantBody>,
): Promise<void> {
  const now = clock.now();
  const target = { bookId: body.book_id ?? null, packageId: body.package_id ?? null };
  await inTransaction(db, async (tx) => {
    // The person's row is locked: two grants at once become one.
    demand(await lockPerson(tx, personId), 'not_found');
    const product = await findProduct(tx, target);
    demand(product, 'not_found');
    const id = newId();
    const endsAt = addMonths(now, body.months);
    const rows = await insertGrant(tx, { id, userId: personId, ...target, startedAt: now, endsAt });
    demand(rows === 1, 'already_subscribed');
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: 'subscription.grant',
        subjectType: 'user',
        subjectId: personId,
        detail: { subscription_id: id, title: product.title, ends_at: endsAt.toISOString() },
      },
      now,
    );
  });
}

export async function extendSubscription(
  { db, clock }: Part,
  actor: Actor,
  subscriptionId: string,
  body: z.output<typeof ExtendBody>,
) {
  const now = clock.now();
  const endsAt = new Date(body.ends_at);
  return inTransaction(db, async (tx) => {
    const before = await lockSubscription(tx, subscriptionId);
    demand(before, 'not_found');
    await updateSubscriptionEnd(tx, subscriptionId, endsAt);
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: 'subscription.extend',
        subjectType: 'user',
        subjectId: before.userId,
        detail: {
          subscription_id: subscriptionId,
          title: before.title,
          before: before.endsAt.toISOString(),
          after: endsAt.toISOString(),
        },
      },
      now,
    );
    return presentSubscription({ ...before, endsAt }, now);
  });
}
