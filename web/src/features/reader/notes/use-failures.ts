import { useEffect, useMemo } from 'react';
import { dismissToast, notify } from '../../../ui/notify.ts';

interface Failure {
  readonly toast: number;
  /** Null: retried only on request. */
  readonly sendLater: (() => void) | null;
}

/**
 * Changes that were not stored, with one message per note. Those that failed for lack of a network are sent when it is
 * back.
 */
export function useFailures() {
  const failures = useMemo(() => {
    const byNote = new Map<string, Failure>();
    const settle = (noteId: string): void => {
      const failure = byNote.get(noteId);
      if (failure) dismissToast(failure.toast);
      byNote.delete(noteId);
    };
    return {
      settle,
      tell(
        noteId: string,
        {
          text,
          label,
          again,
          isSentLater,
        }: { text: string; label: string; again: () => void; isSentLater: boolean },
      ): void {
        // A later attempt includes both the highlight and its text.
        settle(noteId);
        const run = () => {
          byNote.delete(noteId);
          again();
        };
        const toast = notify('error', text, { action: { label, run } });
        byNote.set(noteId, { toast, sendLater: isSentLater ? again : null });
      },
      sendWaiting(): void {
        for (const [noteId, { sendLater }] of [...byNote]) {
          if (!sendLater) continue;
          settle(noteId);
          sendLater();
        }
      },
    };
  }, []);
  useEffect(() => {
    window.addEventListener('online', failures.sendWaiting);
    return () => window.removeEventListener('online', failures.sendWaiting);
  }, [failures]);
  return failures;
}
