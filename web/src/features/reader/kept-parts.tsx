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

/** The viewer's side of keeping books on the device; what does the work is loaded for who keeps one. */
const WORDS = { namespaces: ['offline'] } as const;
export const OfflineBar = lazyPart(() => import('./offline/offline-bar.tsx'), WORDS);
export const KeptClosed = lazyPart(() => import('./offline/kept-closed.tsx'), WORDS);
const NeedsConnection = lazyPart(() => import('./offline/needs-connection.tsx'), WORDS);
const KeepDialog = framedLazy(() => import('./offline/keep-dialog.tsx').then((module) => module.KeepDialog), {
  ...WORDS,
  Missing: MissingDialog,
});
/** Of the menu's entry, and what a book that is kept from now on shows as soon as the network is gone. */
export const KEEP_PARTS = [KeepDialog, NeedsConnection];

/** Lectures, tests and what opens by itself ask the server: offline they say that they need it. */
export const OFFLINE_SLOTS: ReaderSlots = { PagePanel: NeedsConnection, Tests: NeedsConnection };

export function useKept(bookId: string): { kept: boolean; offline: boolean } {
  const kept = useSyncExternalStore(
    subscribeToHint,
    () => isKept(bookId),
    () => false,
  );
  const offline = useOffline();
  return { kept, offline: kept && offline };
}

/** Around the viewer: what is written in a kept book goes through the device's queue. */
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

/** For customers with access, on browsers that can. */
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
