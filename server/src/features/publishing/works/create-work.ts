import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { findWork, insertWork } from './work-queries.ts';

/** Creates an empty work. A new edition of a book starts from the book instead. */
export async function createWork(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  given: { id?: string | undefined; slug: string; title: string },
): Promise<string> {
  const now = clock.now();
  const { id = newId(), slug, title } = given;
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    const created = await insertWork(tx, { id, manifest: { slug, title }, userId: actor.userId, now });
    if (created === 0) {
      const work = await findWork(tx, id);
      // A repeated request whose first answer was lost.
      demand(work?.createdBy === actor.userId && work.manifest.slug === slug, 'slug_taken');
      return;
    }
    const record = { subjectType: 'work', subjectId: id, detail: { title } };
    await recordAudit(tx, { actorId: actor.userId, action: 'work.create', ...record }, now);
  });
  return id;
}
