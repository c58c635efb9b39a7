import { useQueryClient } from '@tanstack/react-query';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { useNavigate } from 'react-router';
import { clientFor } from '../lib/api-client.ts';
import { clearSession } from '../lib/session.ts';
import { forgetPerson } from './forget-person.ts';

const { signOut: signOutCall } = clientFor<{ signOut: typeof accountsCalls.signOut }>({
  signOut: accountsCalls.signOut,
});

/** Ends the session here and on the server, forgets what belonged to it, and goes home. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async () => {
    // Without a connection one is signed out here all the same.
    await signOutCall({}).catch(() => {});
    await navigate('/', { replace: true });
    clearSession();
    forgetPerson(queryClient);
  };
}
