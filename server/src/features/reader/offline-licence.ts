import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { makePageGrant, OFFLINE_GRANT_LIFE } from './page-grant.ts';
import { findPageCount, findSubscriptionEnd } from './queries.ts';

/** Longer than any journey without a network; each opening with a network starts it anew (days). */
const OFFLINE_DAYS = 30;

/** A kept book ends with the subscription, and after thirty days without having asked again. */
export async function createOfflineLicence(deps: Deps, actor: Actor, bookId: string) {
  const now = deps.clock.now();
  const access = await demandAccess(deps.db, actor, bookId, now);
  const book = await findPageCount(deps.db, bookId);
  demand(book, 'not_found');
  const longest = new Date(now.getTime() + OFFLINE_DAYS * 86_400_000);
  const bought = access.reasons.every((reason) => reason === 'subscription' || reason === 'package');
  const endsAt = bought ? await findSubscriptionEnd(deps.db, actor.userId, bookId, now) : null;
  const { grant } = makePageGrant(
    deps.config.secretKey,
    { bookId, revision: book.revision, lastPage: book.pages },
    now,
    OFFLINE_GRANT_LIFE,
  );
  return {
    book_id: bookId,
    revision: book.revision,
    issued_at: now.toISOString(),
    valid_until: (endsAt && endsAt < longest ? endsAt : longest).toISOString(),
    grant,
  };
}
