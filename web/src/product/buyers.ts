import type { Role } from '@vesalius/contract/calls';

/** The roles that can subscribe. */
export const BUYERS: readonly Role[] = ['customer', 'program_director'];

/** Visitors can subscribe, too: they register during the checkout. */
export const canSubscribe = (role: Role | null): boolean => role === null || BUYERS.includes(role);
