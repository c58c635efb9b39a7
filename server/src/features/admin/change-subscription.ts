import type { ExtendBody, GrantBody } from '@vesalius/contract/admin-subscriptions';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demandForeseeable } from '../../platform/demand-foreseeable.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { holdRole, holdRoleOver } from '../accounts/hold-role.ts';
import { grantSubscription } from '../commerce/grant-subscription.ts';
import { type MovedEnd, moveSubscriptionEnd } from '../commerce/move-subscription-end.ts';
import { presentSubscription } from './get-person.ts';
import { lockPerson } from './person-queries.ts';
import { findProduct } from './product-queries.ts';
import { getPersonSubscription } from './subscription-queries.ts';

type Part = Pick<Deps, 'db' | 'clock'>;

/** Gives a user free access. */
export async function grantAccess(
  { db, clock }: Part,
  actor: Actor,
  personId: string,
  body: z.output<typeof GrantBody>,
): Promise<void> {
  const now = clock.now();
  const target = { bookId: body.book_id ?? null, packageId: body.package_id ?? null };
  await inTransaction(db, async (tx) => {
    await holdRoleOver(tx, actor, personId);
    demand(await lockPerson(tx, personId), 'not_found');
    const product = await findProduct(tx, target);
    demand(product, 'not_found');
    const granted = await grantSubscription(
      tx,
      { userId: personId, ...target, months: body.months, alsoUnsold: body.although_not_sold },
      now,
    );
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: 'subscription.grant',
        subjectType: 'user',
        subjectId: personId,
        detail: { subscription_id: granted.id, title: product.title, ends_at: granted.endsAt.toISOString() },
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
  return inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    demandForeseeable({ ends_at: body.ends_at }, now);
    const isPreview = body.preview === true;
    const wanted = { id: subscriptionId, endsAt: new Date(body.ends_at), isPreview };
    const { before, endsAt, renews } = await moveSubscriptionEnd(tx, wanted, now);
    const after = await getPersonSubscription(tx, subscriptionId, now);
    if (isPreview)
      return presentSubscription({ ...after, endsAt, ...renewalOf(before, endsAt, renews) }, now);
    const isSame = before.endsAt.getTime() === endsAt.getTime() && before.renews === renews;
    if (isSame) return presentSubscription(after, now);
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: 'subscription.extend',
        subjectType: 'user',
        subjectId: before.userId,
        detail: {
          subscription_id: subscriptionId,
          title: before.fullTitle,
          before: before.endsAt.toISOString(),
          after: endsAt.toISOString(),
          ...(before.renews === renews ? {} : { renews }),
        },
      },
      now,
    );
    return presentSubscription(after, now);
  });
}

/** PayPal keeps its own renewal date. */
const renewalOf = (before: MovedEnd['before'], endsAt: Date, renews: boolean) => ({
  renews,
  renewsAt: renews ? (before.billsAt ?? endsAt) : null,
});
