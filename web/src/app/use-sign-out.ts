import { useQueryClient } from '@tanstack/react-query';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { useNavigate } from 'react-router';
import { clientFor } from '../lib/api-client.ts';
import { hasKeptBooks } from '../lib/kept-books.ts';
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
    await sendWhatWaits();
    // Without a connection one is signed out here all the same.
    await signOutCall({}).catch(() => {});
    await navigate('/', { replace: true });
    clearSession();
    forgetPerson(queryClient);
  };
}

/** Longer than this nobody waits for signing out; what is not sent waits sealed for its writer (milliseconds). */
const PATIENCE_MS = 4000;

/** Notes written without a network go to the server while there is a session to send them with. */
async function sendWhatWaits(): Promise<void> {
  if (!hasKeptBooks()) return;
  try {
    const { sendWaiting } = await import('../features/reader/offline/send-waiting.ts');
    await Promise.race([sendWaiting(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  } catch {
    // no network: signing out works all the same
  }
}
