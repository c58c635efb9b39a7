import { queryOptions } from '@tanstack/react-query';
import type { AccountsEndpoints } from '@vesalius/contract/accounts';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { SignedIn, User } from '@vesalius/contract/users';
import { clientFor } from '../../lib/api-client.ts';
import { DAY_MS } from '../../lib/days.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { storeSession } from '../../lib/session.ts';
import type { Session } from '../../lib/stored-session.ts';
import { forgetOtherWriters } from '../../lib/user-storage.ts';

export const accountsApi = clientFor<AccountsEndpoints>(accountsCalls);

export const countriesOptions = queryOptions({
  queryKey: keyOf('accounts', 'countries'),
  queryFn: async ({ signal }) => (await accountsApi.listCountries({ signal })).data,
  staleTime: DAY_MS,
});
export const jobsOptions = queryOptions({
  queryKey: keyOf('accounts', 'jobs'),
  queryFn: async ({ signal }) => (await accountsApi.listUserJobs({ signal })).data,
  staleTime: DAY_MS,
});
export const currentUserOptions = queryOptions({
  queryKey: keyOf('accounts', 'user'),
  queryFn: ({ signal }) => accountsApi.getUser({ signal }),
});
export const sessionsOptions = queryOptions({
  queryKey: keyOf('accounts', 'sessions'),
  queryFn: async ({ signal }) => (await accountsApi.listSessions({ signal })).data,
});
export const signInOptionsOptions = queryOptions({
  queryKey: keyOf('accounts', 'signInOptions'),
  queryFn: ({ signal }) => accountsApi.getSignInOptions({ signal }),
  // The nonce is valid for some minutes.
  staleTime: 4 * 60_000,
  retry: false,
});

/** Whether the link of a mail is still valid: checked once, before it is used. */
export const resetTokenOptions = (token: string | null) =>
  queryOptions({
    queryKey: keyOf('accounts', 'resetToken', token),
    queryFn: ({ signal }) =>
      accountsApi.checkResetToken({ body: { reset_password_token: token ?? '' }, signal }),
    enabled: token !== null && typeof document !== 'undefined',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The part of a user that the browser stores. */
export const sessionOf = (user: User, token: string): Session => ({
  token,
  userId: user.id,
  role: user.role_name,
  firstName: user.first_name,
  image: user.image,
  emailVerified: user.email_verified,
  isBeta: user.is_beta,
  hasInstitution: user.institution_subscription !== null,
  managesInstitution: user.manages_institution,
  mustAddSecondFactor: user.must_add_second_factor,
});
/**
 * After signing in, which also deletes what other users of this browser left unsaved. A tab that only joins a session that
 * is stored already deletes nothing.
 */
export function storeSignedIn(user: SignedIn, remember?: boolean): void {
  storeSession(sessionOf(user, user.auth_token), remember);
  void forgetOtherWriters(user.id);
}
