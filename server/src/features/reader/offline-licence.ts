import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { type AccessReason, demandAccess } from '../catalogue/access.ts';
import { makePageFiles } from './page-files.ts';
import { OFFLINE_GRANT_LIFE } from './page-grant.ts';
import { findAccessEnds, findRelease } from './queries.ts';

/** Longer than any journey without a network; each opening with a network starts it anew (days). */
const OFFLINE_DAYS = 30;

/** Access for these reasons ends on a day that is known. */
const WITH_AN_END: readonly AccessReason[] = ['subscription', 'package', 'institution'];
/** To those who made the book a replaced edition stays open. */
const KEEPERS: readonly AccessReason[] = ['assigned', 'staff'];

/** An offline book ends with the access to it, and after thirty days without having asked again. */
export async function createOfflineLicence(deps: Deps, actor: Actor, bookId: string) {
  const now = deps.clock.now();
  const access = await demandAccess(deps.db, actor, bookId, now);
  const book = await findRelease(deps.db, bookId);
  demand(book, 'not_found');
  const longest = new Date(now.getTime() + OFFLINE_DAYS * DAY_MS);
  const { endsAt, retiresAt } = await findAccessEnds(deps.db, actor, bookId, now);
  const ends = [longest];
  if (endsAt && access.reasons.every((reason) => WITH_AN_END.includes(reason))) ends.push(endsAt);
  if (retiresAt && !access.reasons.some((reason) => KEEPERS.includes(reason))) ends.push(retiresAt);
  const validUntil = new Date(Math.min(...ends.map(Number)));
  const { grant, grants } = makePageFiles(deps, book, book.pages, OFFLINE_GRANT_LIFE);
  return {
    book_id: bookId,
    revision: book.revision,
    issued_at: now.toISOString(),
    valid_until: validUntil.toISOString(),
    grant,
    grants,
  };
}
