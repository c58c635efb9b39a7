import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSession } from '../lib/end-session.ts';
import { leftNotice } from '../lib/left-notice.ts';
import { getSession } from '../lib/session.ts';
import { countRunningImports, countUnsavedPapers, countUnsentTexts } from '../lib/user-storage.ts';
import { within } from '../lib/within.ts';
import { hasDownloads, hasKeptBooks } from '../product/kept-books.ts';

/** What signing out now would leave behind: notes wait on the device for their writer, answers are lost. */
export interface Unsaved {
  readonly notes: number;
  readonly papers: number;
  readonly texts: number;
  readonly imports: number;
}

/** The maximum wait for what is being sent (milliseconds). */
const SEND_MS = 2000;
/** The additional wait for the number of unsent notes (milliseconds). */
const COUNT_MS = 500;

/** Ends the session immediately, or asks first if something is unsaved. */
export function useSignOut(): {
  readonly signOut: () => Promise<void>;
  /** If not null, `leave` must confirm. */
  readonly unsaved: Unsaved | null;
  readonly leave: () => Promise<void>;
  readonly stay: () => void;
} {
  const { t } = useTranslation('shell');
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  const leave = useCallback(async () => {
    setUnsaved(null);
    const sentences = [t('left.signedOut'), ...(hasDownloads() ? [t('left.downloadsGone')] : [])];
    await endSession({ notice: leftNotice(t, { tone: 'info', text: sentences.join(' ') }) });
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
 * Sends notes that were written offline while there is a session, and returns how many could not be sent: zero if the device does
 * not answer in time or the code for offline books cannot be loaded. Unsent notes stay encrypted for their writer.
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
