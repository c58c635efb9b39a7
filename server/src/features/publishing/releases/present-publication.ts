import type { PendingRelease, WorkPublication } from '@vesalius/contract/work-releases';
import type { Db } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import { findWorkState, type WorkRow } from '../works/work-queries.ts';
import { type CurrentRelease, findCurrent, findPending, type Pending } from './release-list-queries.ts';

type StoredWork = Pick<
  WorkRow,
  'id' | 'isChanged' | 'releasedVersion' | 'isWithdrawn' | 'replacedBy' | 'isSetBack' | 'shownFrom'
>;

/** The state in one word. A refused release leaves the book in its previous state. */
export function stateOf(
  work: Omit<StoredWork, 'id'>,
  pending: Pick<Pending, 'state'> | null,
  now: Date,
): WorkPublication['state'] {
  if (work.isWithdrawn) return 'withdrawn';
  if (presentReplaced(work, now)) return 'replaced';
  if (work.releasedVersion === null) return pending && pending.state !== 'refused' ? 'scheduled' : 'draft';
  if (work.shownFrom && work.shownFrom > now) return 'scheduled';
  return work.isSetBack || work.isChanged ? 'changed' : 'published';
}

export function presentReplaced(
  { replacedBy }: Pick<StoredWork, 'replacedBy'>,
  now: Date,
): WorkPublication['replaced_by'] {
  if (!replacedBy || new Date(replacedBy.at) > now) return null;
  return { edition: replacedBy.edition, since: new Date(replacedBy.at).toISOString() };
}

export async function readPublicationOf(db: Db, workId: string, now: Date): Promise<WorkPublication> {
  const work = await findWorkState(db, workId);
  demand(work, 'not_found');
  return readPublication(db, work, now);
}

/** What readers see of a work, and what they will see. */
export async function readPublication(db: Db, work: StoredWork, now: Date): Promise<WorkPublication> {
  const [current, pending] = await Promise.all([findCurrent(db, work.id), findPending(db, work.id, now)]);
  return {
    state: stateOf(work, pending, now),
    revision: current?.revision || null,
    published_at: current?.publishedAt?.toISOString() ?? null,
    published_by: current?.publishedBy ?? null,
    withdrawn_at: current?.withdrawnAt?.toISOString() ?? null,
    withdrawn_by: current?.withdrawnAt
      ? { name: current.withdrawnBy, is_staff: current.isWithdrawnByStaff }
      : null,
    replaced_by: presentReplaced(work, now),
    price: current && presentPrice(current),
    pending: pending && presentPending(pending),
  };
}

const presentPrice = (current: CurrentRelease): WorkPublication['price'] => ({
  dollars: current.priceCents / 100,
  set_in: current.priceSetIn,
  set_by: current.priceSetBy,
  set_at: current.priceSetAt?.toISOString() ?? null,
});

const presentPending = (pending: Pending): PendingRelease => ({
  state: pending.state,
  publish_at: pending.publishAt.toISOString(),
  revision: pending.revision,
  asked_by: pending.askedBy,
  note: pending.note,
  version: pending.workVersion,
  restored_from: pending.restoredFrom,
  findings: pending.findings.map(({ path, ...finding }) => ({ path: [...path], ...finding })),
});
