import type { AccountReactions } from '../features/accounts/account-reactions.ts';
import { endSubscriptionsOfPerson } from '../features/commerce/end-subscriptions-of-person.ts';
import { leaveInstitutions } from '../features/institutions/leave-institutions.ts';
import { takeSeats } from '../features/institutions/take-seats.ts';
import { directNoProgram } from '../features/programs/direct-programs.ts';
import { leavePrograms } from '../features/programs/leave-programs.ts';

/** What the features do at events of an account, in this order. */
export const accountReactions: AccountReactions = {
  whenPersonLeaves: [endSubscriptionsOfPerson, leaveInstitutions, leavePrograms, directNoProgram],
  whenPersonComes: [takeSeats],
};
