import { getSession, updateSession } from '../lib/session.ts';

/**
 * Who was made a member after signing in comes by the letter that says so, with a session that does not know it yet. Where
 * the server cannot be asked, the session stays what it was.
 */
export async function learnMembership(): Promise<void> {
  const session = getSession();
  if (!session?.emailVerified || session.role !== 'customer' || session.hasInstitution) return;
  const { accountsApi, sessionOf } = await import('../features/accounts/api.ts');
  const user = await accountsApi.getUser({}).catch(() => null);
  if (user) updateSession(sessionOf(user, session.token));
}
