import { loadMessages } from '../i18n/i18n.ts';
import { getSession } from '../lib/session.ts';
import { notify } from '../ui/notify.ts';
import type { AppContext } from './app-context.ts';

/** Why the page of institutions did not open: a former member is told of the end, or of the missing seat. */
export async function sayNoInstitution({ queryClient, i18n }: AppContext): Promise<void> {
  notify('error', (await reasonOf(queryClient, i18n)) || i18n.t('guard.institutionOnly', { ns: 'shell' }));
}

async function reasonOf(
  queryClient: AppContext['queryClient'],
  i18n: AppContext['i18n'],
): Promise<string | null> {
  const session = getSession();
  if (session?.role !== 'customer') return null;
  try {
    const [{ endedInstitutionsOptions, missingSeatsOptions }, { endedText, missingSeatText }] =
      await Promise.all([
        import('../features/institutions/api.ts'),
        import('../features/institutions/institution-notes.tsx'),
        loadMessages(i18n, ['catalogue']),
      ]);
    const [missing, ended] = await Promise.all([
      queryClient.fetchQuery(missingSeatsOptions(session.userId)),
      queryClient.fetchQuery(endedInstitutionsOptions(session.userId)),
    ]);
    const t = i18n.getFixedT(null, 'catalogue');
    return [
      ...missing.data.map((seat) => missingSeatText(t, seat)),
      ...ended.data.map((end) => endedText(t, end, i18n.language)),
    ].join(' ');
  } catch {
    // Without an answer, the general sentence is true as well.
    return null;
  }
}
