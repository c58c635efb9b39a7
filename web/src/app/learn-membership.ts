import { getSession, updateSession } from '../lib/session.ts';

/**
 * A user who became a member after signing in arrives by the link in the mail about it, with a session that does not know it yet.
 * If the server does not answer, the session is not changed.
 */
export async function learnMembership(): Promise<void> {
  const session = getSession();
  if (!session?.emailVerified || session.role !== 'customer' || session.hasInstitution) return;
  const { accountsApi, sessionOf } = await import('../features/accounts/api.ts');
  const user = await accountsApi.getUser({}).catch(() => null);
  if (user) updateSession(sessionOf(user, session.token));
}
