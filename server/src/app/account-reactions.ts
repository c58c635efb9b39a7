import type { AccountReactions } from '../features/accounts/account-reactions.ts';
import { forgetCards } from '../features/assessments/cards/card-queries.ts';
import { endSubscriptionsOfPerson } from '../features/commerce/end-subscriptions-of-person.ts';
import { storeFormerUses, takeOverFormerUses } from '../features/commerce/former-uses.ts';
import { leaveInstitutions } from '../features/institutions/leave-institutions.ts';
import { markRemovedAddress } from '../features/institutions/removed-addresses.ts';
import { takeSeats } from '../features/institutions/take-seats.ts';
import { directNoProgram } from '../features/programs/direct-programs.ts';
import { programJobs } from '../features/programs/jobs.ts';
import { leavePrograms } from '../features/programs/leave-programs.ts';
import { forgetAssignments } from '../features/publishing/assign-books.ts';
import { forgetPrivateNotes } from '../features/reader/forget-private-notes.ts';
import { forgetSender } from '../features/support/forget-sender.ts';
import type { Deps } from '../platform/deps.ts';
import { enqueue } from '../platform/jobs.ts';

/** The reactions of the features to events of an account, in this order. */
export const accountReactions = ({ config: { secretKey } }: Pick<Deps, 'config'>): AccountReactions => ({
  whenPersonLeaves: [
    (tx, { userId }, now) => endSubscriptionsOfPerson(tx, userId, now),
    (tx, person, now) => storeFormerUses(tx, secretKey, person, now),
    (tx, person) => leaveInstitutions(tx, secretKey, person),
    (tx, { userId }) => leavePrograms(tx, userId),
    (tx, { userId }) => directNoProgram(tx, userId),
    (tx, { userId }) => forgetCards(tx, userId),
    (tx, { userId }) => forgetPrivateNotes(tx, userId),
    // Who never verified the address may not be the one whom it names.
    async (tx, { email, emailVerified }) => {
      if (emailVerified) await forgetAssignments(tx, email);
    },
    (tx, person) => forgetSender(tx, person),
  ],
  whenAddressIsVerified: [
    (tx, person) => markRemovedAddress(tx, secretKey, person),
    (tx, person) => takeOverFormerUses(tx, secretKey, person),
    async (tx, { userId }) => {
      await enqueue(tx, programJobs.remindJoined({ user_ids: [userId] }));
    },
  ],
  whenPersonComes: [takeSeats],
});
