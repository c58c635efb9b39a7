import type { ResendBody, ResendResult } from '@vesalius/contract/people-import';
import { INVITATION_RESEND_HOURS } from '@vesalius/contract/people-import-limits';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { NewJob } from '../../../platform/define-job.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { enqueueForMany } from '../../../platform/jobs.ts';
import { listFirstNames } from './first-names.ts';
import { claimInvitations, listDueInvitations, listPending } from './import-queries.ts';
import type { PeopleGroup } from './people-group.ts';

/**
 * Sends the invitation again to all members who have not accepted it, or to those that the request names or searches, unless
 * the last one is recent.
 */
export const resendInvitations = (
  db: Db,
  given: { group: PeopleGroup; invitationOf: (userId: string) => NewJob; body: ResendBody },
  now: Date,
): Promise<z.output<typeof ResendResult>> =>
  inTransaction(db, async (tx) => {
    await given.group.hold(tx);
    const { user_ids: userIds, search_term: search, activity, dry_run: isDryRun } = given.body;
    const pendingIds = await listPending(tx, given.group, { userIds, search, activity }, now);
    const notSince = new Date(now.getTime() - INVITATION_RESEND_HOURS * HOUR_MS);
    const due = await (isDryRun ? listDueInvitations : claimInvitations)(tx, pendingIds, { notSince, now });
    if (!isDryRun)
      await enqueueForMany(
        tx,
        due.map((userId) => given.invitationOf(userId)),
      );
    return {
      sent: due.length,
      names: await listFirstNames(tx, due),
      waiting: pendingIds.length - due.length,
    };
  });
