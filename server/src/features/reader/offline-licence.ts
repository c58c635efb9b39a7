import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { type AccessReason, demandAccess } from '../catalogue/access.ts';
import { makePageFiles } from './page-files.ts';
import { OFFLINE_GRANT_LIFE } from './page-grant.ts';
import { findAccessEnds, findRelease } from './queries.ts';

/** Longer than a journey without a network; each opening with a network renews it (days). */
const OFFLINE_DAYS = 30;

/** Access for these reasons has a known end. */
const WITH_AN_END: readonly AccessReason[] = ['subscription', 'package', 'institution'];
/** For these reasons a replaced edition stays open. */
const KEEPERS: readonly AccessReason[] = ['assigned', 'staff'];

/** A license for an offline book: it ends with the access, and thirty days after the last renewal. */
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
    text_version: book.textVersion,
    issued_at: now.toISOString(),
    valid_until: validUntil.toISOString(),
    grant,
    grants,
  };
}
