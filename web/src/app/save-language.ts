import type { QueryClient } from '@tanstack/react-query';
import type { Language } from '@vesalius/contract/constants';
import { keyOf } from '../lib/query-keys.ts';
import { getSession } from '../lib/session.ts';
import type { Session } from '../lib/stored-session.ts';

/** One after the other: the last switch must be the last to be stored. */
let running: Promise<void> = Promise.resolve();

/**
 * Stores the chosen language in the account, whose letters are written in it. `user`: who chose; nothing is sent once the
 * tab is another user's. The page has the language already, so a failure is not reported.
 */
export function saveLanguage(queryClient: QueryClient, user: Session, language: Language): Promise<void> {
  const save = async () => {
    const { accountsApi } = await import('../features/accounts/api.ts');
    if (getSession()?.userId !== user.userId) return;
    const updated = await accountsApi.updateProfile({ body: { language } });
    queryClient.setQueryData(keyOf('accounts', 'user'), updated);
  };
  running = running.then(save).catch(() => {});
  return running;
}
