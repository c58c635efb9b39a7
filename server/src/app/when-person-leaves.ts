import type { WhenPersonLeaves } from '../features/accounts/delete-account.ts';
import { endSubscriptionsOfPerson } from '../features/commerce/end-subscriptions-of-person.ts';

/** What the features do, in this order, when an account is deleted. */
export const whenPersonLeaves: readonly WhenPersonLeaves[] = [endSubscriptionsOfPerson];
