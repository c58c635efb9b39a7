import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { lockRevision, type Revision } from '../store/release-queries.ts';
import { demandWork } from '../studio/access.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { findContentState, updateBarLifted, updateBarred } from './bar-queries.ts';
import { inTurn } from './in-turn.ts';

type Part = Pick<Deps, 'db' | 'clock'>;

/**
 * Bars a release that readers no longer see from being published again, with every release of the same content.
 * Idempotent: the first reason stays.
 */
export const barRelease = ({ db, clock }: Part, actor: Actor, ids: Revision, reason: string): Promise<void> =>
  inTurn(db, async (tx) => {
    await hold(tx, actor, ids);
    const now = clock.now();
    const content = await findContentState(tx, ids, now);
    demand(content, 'not_found');
    demand(!content.isCurrent, 'release_is_current');
    demand(!content.isBeingPublished, 'published_meanwhile');
    if ((await updateBarred(tx, ids, { at: now, by: actor.userId, reason })) === 0) return;
    await audit(tx, actor, 'book.bar-release', ids, { revision: ids.revision, reason }, now);
  });

/** For staff alone, as the call's portal says: who barred a release may be the one who published it. */
export const liftBar = ({ db, clock }: Part, actor: Actor, ids: Revision): Promise<void> =>
  inTurn(db, async (tx) => {
    await hold(tx, actor, ids);
    demand(actor.role === 'staff', 'not_allowed');
    const now = clock.now();
    demand(await findContentState(tx, ids, now), 'not_found');
    if ((await updateBarLifted(tx, ids)) === 0) return;
    await audit(tx, actor, 'book.lift-bar', ids, { revision: ids.revision }, now);
  });

/** In the order of a publication: a release that is being published is either current afterwards, or refused. */
async function hold(tx: Tx, actor: Actor, { bookId }: Revision): Promise<void> {
  await holdRole(tx, actor);
  await demandWork(tx, actor, bookId, 'edit');
  await lockRevision(tx, bookId);
  await lockWorkFor(tx, actor, bookId, 'edit');
}

const audit = (
  tx: Tx,
  actor: Actor,
  action: 'book.bar-release' | 'book.lift-bar',
  { bookId }: Revision,
  detail: object,
  now: Date,
) =>
  recordAudit(
    tx,
    { actorId: actor.userId, action, subjectType: 'book', subjectId: bookId, detail: { ...detail } },
    now,
  );
