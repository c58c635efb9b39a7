import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSession } from '../lib/end-session.ts';
import { hasKeptBooks } from '../lib/kept-books.ts';
import { getSession, otherSession } from '../lib/session.ts';
import { countUnsavedPapers, countUnsentTexts } from '../lib/user-storage.ts';

/** What signing out now would leave behind: notes wait on the device for their writer, answers are lost. */
export interface Unsaved {
  readonly notes: number;
  readonly papers: number;
  readonly texts: number;
}

/** Longer than this nobody waits for what is still being sent (milliseconds). */
const SEND_MS = 2000;

/** Ends the session at once; with something unsaved it asks first. */
export function useSignOut(): {
  readonly signOut: () => Promise<void>;
  /** Not null: to be confirmed by `leave`. */
  readonly unsaved: Unsaved | null;
  readonly leave: () => Promise<void>;
  readonly stay: () => void;
} {
  const { t } = useTranslation('shell');
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  const leave = useCallback(async () => {
    setUnsaved(null);
    const other = otherSession();
    const sentences = [
      t('left.signedOut'),
      ...(other ? [t('left.signedIn', { name: other.firstName })] : []),
    ];
    await endSession({ notice: { tone: 'info', text: sentences.join(' '), stays: other !== null } });
  }, [t]);
  const signOut = useCallback(async () => {
    const found = await findUnsaved();
    if (found.notes + found.papers + found.texts > 0) setUnsaved(found);
    else await leave();
  }, [leave]);
  return { signOut, unsaved, leave, stay: () => setUnsaved(null) };
}

async function findUnsaved(): Promise<Unsaved> {
  const userId = getSession()?.userId ?? '';
  return {
    notes: hasKeptBooks() ? await sendNotes(userId) : 0,
    papers: countUnsavedPapers(userId),
    texts: countUnsentTexts(userId),
  };
}

/** Notes written without a network go to the server while there is a session to send them with; how many could not. */
async function sendNotes(userId: string): Promise<number> {
  try {
    const { countUnsentNotes, sendWaiting } = await import('../features/reader/offline/wake.ts');
    if ((await countUnsentNotes(userId)) === 0) return 0;
    await Promise.race([sendWaiting(), new Promise((resolve) => setTimeout(resolve, SEND_MS))]);
    return await countUnsentNotes(userId);
  } catch {
    return 0; // the code for offline books did not come: what waits stays sealed for its writer
  }
}
