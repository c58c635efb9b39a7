import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSession } from '../lib/end-session.ts';
import { getSession, otherSession } from '../lib/session.ts';
import { countRunningImports, countUnsavedPapers, countUnsentTexts } from '../lib/user-storage.ts';
import { within } from '../lib/within.ts';
import { hasKeptBooks } from '../product/kept-books.ts';

/** What signing out now would leave behind: notes wait on the device for their writer, answers are lost. */
export interface Unsaved {
  readonly notes: number;
  readonly papers: number;
  readonly texts: number;
  readonly imports: number;
}

/** Longer than this nobody waits for what is still being sent (milliseconds). */
const SEND_MS = 2000;
/** And this much longer for the device to tell how much waits. */
const COUNT_MS = 500;

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
    if (found.notes + found.papers + found.texts + found.imports > 0) setUnsaved(found);
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
    imports: countRunningImports(userId),
  };
}

/**
 * Notes written without a network go to the server while there is a session to send them with; how many could not. None
 * where the device tells nothing in time, or the code for offline books does not come: what waits stays sealed for its
 * writer.
 */
async function sendNotes(userId: string): Promise<number> {
  let count = 0;
  const send = async () => {
    const { countUnsentNotes, sendWaiting } = await import('../features/reader/offline/wake.ts');
    count = await countUnsentNotes(userId);
    if (count === 0) return;
    await within(SEND_MS, sendWaiting());
    count = await countUnsentNotes(userId);
  };
  await within(
    SEND_MS + COUNT_MS,
    send().catch(() => {}),
  );
  return count;
}
