import type { BookPages } from '@vesalius/contract/reader';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { getSession } from '../../lib/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MissingDialog } from '../../ui/missing-part.tsx';
import { useOffline } from './connection.ts';
import { framedLazy } from './framed-lazy.tsx';
import { canKeep, isKept, subscribeToHint } from './kept-hint.ts';
import { MenuItem } from './menu.tsx';
import type { ReaderSlots } from './slots.ts';
import { directWrites, type ReaderWrites, WritesContext } from './writes.ts';

/** The viewer's part of offline books; the code that does the work loads only for readers who have one. */
const WORDS = { namespaces: ['offline'] } as const;
export const OfflineBar = lazyPart(() => import('./offline/offline-bar.tsx'), WORDS);
export const KeptClosed = lazyPart(() => import('./offline/kept-closed.tsx'), WORDS);
const NeedsConnection = lazyPart(() => import('./offline/needs-connection.tsx'), WORDS);
const KeepDialog = framedLazy(() => import('./offline/keep-dialog.tsx').then((module) => module.KeepDialog), {
  ...WORDS,
  Missing: MissingDialog,
});
/** The menu entry's dialog, and what an offline book shows without a network. */
export const KEEP_PARTS = [KeepDialog, NeedsConnection];

/** Lectures, tests and everything that opens automatically need the server: offline, they say so. */
export const OFFLINE_SLOTS: ReaderSlots = {
  PagePanel: NeedsConnection,
  Lectures: NeedsConnection,
  Tests: NeedsConnection,
};

export function useKept(bookId: string): { kept: boolean; offline: boolean } {
  const kept = useSyncExternalStore(
    subscribeToHint,
    () => isKept(bookId),
    () => false,
  );
  const offline = useOffline();
  return { kept, offline: kept && offline };
}

/** Wraps the viewer: changes in an offline book go through the device's queue. */
export function KeptFrame({ data, children }: { data: BookPages; children: ReactNode }) {
  const bookId = data.book.id;
  const kept = useKept(bookId).kept && data.access.records;
  const [writes, setWrites] = useState<ReaderWrites>(directWrites);
  useEffect(() => {
    const userId = getSession()?.userId;
    if (!kept || !userId) {
      setWrites(directWrites);
      return;
    }
    let gone = false;
    void import('./offline/kept-writes.ts').then(({ keptWrites }) => {
      if (!gone) setWrites(keptWrites(userId, bookId));
    });
    return () => {
      gone = true;
    };
  }, [kept, bookId]);
  return <WritesContext value={writes}>{children}</WritesContext>;
}

/** For customers with access, in browsers that support it. */
export function useKeepMenu(data: BookPages): { item: ReactNode; dialog: ReactNode } {
  const { t } = useTranslation('reader');
  const [open, setOpen] = useState(false);
  const { kept } = useKept(data.book.id);
  if (!data.access.records || !canKeep()) return { item: null, dialog: null };
  return {
    item: <MenuItem onClick={() => setOpen(true)}>{t(kept ? 'view.kept' : 'view.keep')}</MenuItem>,
    dialog: open && <KeepDialog bookId={data.book.id} onClose={() => setOpen(false)} />,
  };
}
