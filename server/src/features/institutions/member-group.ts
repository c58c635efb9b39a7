import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import type { PeopleGroup } from '../accounts/people-import/people-group.ts';
import { giveSeatsAway, giveSeatsBack } from './give-seats-away.ts';
import { deleteIdleMembers, hasActed } from './import-queries.ts';
import { institutionLetters } from './jobs.ts';
import { holdManager, recordMembership, tellMembersRemoved } from './membership.ts';
import { isCalled, isMemberWith, lockInstitution } from './queries.ts';
import { moveMembersBack, moveMembersOut } from './removal-queries.ts';
import {
  countIdleSeats,
  countMembers,
  insertMembers,
  listIdleMembers,
  storeNamedMembers,
} from './seat-queries.ts';
import { listDomains } from './staff/queries.ts';

const NOBODY_FREED = { freedSeats: 0, freedMembers: [] };
/** More names nobody reads. */
const MAX_FREED_NAMED = 100;

async function welcomeMembers(
  tx: Tx,
  id: string,
  userIds: readonly string[],
  { isBack } = { isBack: false },
): Promise<void> {
  await enqueueForMany(
    tx,
    userIds.map((userId) =>
      institutionLetters.welcomeMember({
        ...{ institution_id: id, user_id: userId, as_manager: false },
        is_back: isBack,
      }),
    ),
  );
}

/**
 * The members of an institution as a group for import and removal. Their number is limited by the seats; a seat whose holder
 * has read nothing for a long time is freed when another person needs it.
 */
export const memberGroup = (id: string, actorId: string): PeopleGroup => ({
  kind: 'institution',
  id,
  isFound: isCalled,
  isActive: (activity, now) => isMemberWith(id, activity, now),
  hold: (tx) => holdManager(tx, { institutionId: id, actorId }),
  hasActed,
  roomFor: async (tx, wanted, { isDryRun, importId, named, now }) => {
    const { seats } = await lockInstitution(tx, id);
    if (seats === null) return { room: wanted, ...NOBODY_FREED };
    await storeNamedMembers(tx, { id, importId, userIds: named }, now);
    const free = seats - (await countMembers(tx, id));
    // More members than seats: a freed seat would be nobody's.
    if (free < 0) return { room: 0, ...NOBODY_FREED };
    const missing = wanted - free;
    if (missing <= 0) return { room: wanted, ...NOBODY_FREED };
    const idle = { id, atMost: missing, importId };
    const freedMembers = await listIdleMembers(
      tx,
      { ...idle, atMost: Math.min(missing, MAX_FREED_NAMED) },
      now,
    );
    const freedSeats = isDryRun ? await countIdleSeats(tx, idle, now) : await giveSeatsAway(tx, idle, now);
    return { room: free + freedSeats, freedSeats, freedMembers };
  },
  ownDomains: (tx) => listDomains(tx, id),
  insert: (tx, { importId, userIds }, now) => insertMembers(tx, id, userIds, now, importId),
  welcome: (tx, userIds) => welcomeMembers(tx, id, userIds),
  deleteIdle: async (tx, importId) => {
    const { seats } = await lockInstitution(tx, id);
    const undone = await deleteIdleMembers(tx, importId);
    const atMost = seats === null ? null : Math.max(0, seats - (await countMembers(tx, id)));
    await giveSeatsBack(tx, { id, importId, atMost });
    return undone;
  },
  // Managers cannot remove themselves.
  takeOut: async (tx, { removalId, userIds }, now) => {
    const out = { institutionId: id, removalId, userIds: userIds.filter((userId) => userId !== actorId) };
    const gone = await moveMembersOut(tx, out, now);
    for (const userId of gone) {
      const member = { institutionId: id, userId, actorId };
      await recordMembership(tx, 'institution.remove-member', member, now);
    }
    return gone;
  },
  tellEnded: (tx, userIds, now) => tellMembersRemoved(tx, { institutionId: id, userIds }, now),
  // A former manager returns as a plain member.
  putBack: async (tx, removalId, now) => {
    const { seated, freed } = await moveMembersBack(tx, { institutionId: id, removalId });
    const { seats } = await lockInstitution(tx, id);
    const hasRoom = seats === null || seated.length === 0 || (await countMembers(tx, id)) <= seats;
    demand(hasRoom, 'no_seat_left');
    const restored = seated.length + freed;
    // They may have been told that they are out.
    await welcomeMembers(tx, id, seated, { isBack: true });
    const subject = {
      subjectType: 'institution',
      subjectId: id,
      detail: { removal_id: removalId, restored },
    };
    await recordAudit(tx, { actorId, action: 'institution.undo-removal', ...subject }, now);
    return restored;
  },
});
