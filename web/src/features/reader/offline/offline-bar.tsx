import { useQueryClient } from '@tanstack/react-query';
import type { BookPages } from '@vesalius/contract/reader';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../lib/formats.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { notify } from '../../../ui/notify.ts';
import { annotationsQuery, bookPagesQuery } from '../api.ts';
import { useOffline } from '../connection.ts';
import { exportedNotes, fileName, notesAsMarkdown } from '../notes/export-notes.ts';
import { withChanges } from './changes.ts';
import { type Keeping, lookAt, pause, useKeeping } from './keeper.ts';
import { ownBook, renewLicence } from './licences.ts';
import classes from './offline.module.css';
import { sendWaiting, whenSent } from './send-waiting.ts';
import { useWaiting } from './use-waiting.ts';

/** How often an unreachable server is asked again (milliseconds). */
const PROBE_MS = 10_000;

/** The bar above the pages of an offline book: the connection, queued changes, and the progress of the download. */
export default function OfflineBar({ bookId }: { bookId: string }) {
  const { t, i18n } = useTranslation('offline');
  const keeping = useKeeping(bookId);
  const offline = useOffline();
  const waiting = useWaiting(bookId);
  useConnectionWork(bookId, offline);
  useEffect(() => {
    void lookAt(bookId);
  }, [bookId]);
  const book = keeping?.book;
  const refused = waiting.filter(({ entry }) => entry.held);
  const unsent = waiting.length - refused.length;
  // Where access has ended, the wall says so, and that the place is kept.
  const held = refused.filter(
    ({ entry, change }) => entry.held !== 'not_subscribed' || change.kind !== 'place',
  );

  if (offline)
    return (
      <div className={classes.bar} role="status" data-bar>
        <span className={classes.mark}>{t('bar.offline')}</span>
        {book && (
          <p>
            {t('bar.until', { date: formatDate(new Date(book.validUntil).toISOString(), i18n.language) })}
          </p>
        )}
        {unsent > 0 && <p>{t('bar.waiting', { count: unsent })}</p>}
      </div>
    );
  if (keeping?.running && book && book.state !== 'kept')
    return <KeepingBar keeping={keeping} bookId={bookId} />;
  if (held.length > 0) return <HeldBar bookId={bookId} held={held} />;
  return null;
}

function KeepingBar({ bookId, keeping }: { bookId: string; keeping: Keeping }) {
  const { t, i18n } = useTranslation('offline');
  const { pagesDone = 0, pages = 1 } = keeping.book ?? {};
  return (
    <div className={classes.bar} data-bar>
      <p>
        {t('bar.keeping', {
          done: formatNumber(pagesDone, i18n.language),
          total: formatNumber(pages, i18n.language),
        })}
      </p>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.fill} data-fill style={{ width: `${(pagesDone / pages) * 100}%` }} />
      </div>
      <button type="button" className={classes.link} onClick={() => pause(bookId)}>
        {t('progress.pause')}
      </button>
    </div>
  );
}

/** Changes that the server refused. They are never discarded automatically; their writer can save them. */
function HeldBar({ bookId, held }: { bookId: string; held: ReturnType<typeof useWaiting> }) {
  const { t } = useTranslation('offline');
  const queryClient = useQueryClient();
  const notes = withChanges(
    [],
    held.map(({ change }) => change),
  );
  const isAll = (why: string) => held.every(({ entry }) => entry.held === why);
  const save = () => {
    const data: BookPages | undefined = queryClient.getQueryData(bookPagesQuery(bookId).queryKey);
    const title = data?.book.title ?? '';
    const book = { id: bookId, title, author: data?.book.author ?? '' };
    saveFile(
      new Blob([notesAsMarkdown(exportedNotes(book, notes, String))], {
        type: 'text/markdown;charset=utf-8',
      }),
      fileName(title, '-notes.md'),
    );
  };
  return (
    <div className={classes.bar} role="status" data-bar>
      <p>
        {isAll('other_role')
          ? t('bar.otherRole')
          : isAll('not_subscribed')
            ? t('bar.ended')
            : t('bar.held', { count: held.length })}
      </p>
      {notes.length > 0 && (
        <button type="button" className={classes.link} onClick={save}>
          {t('bar.saveHeld')}
        </button>
      )}
    </div>
  );
}

/**
 * Offline: probes the server. Online again: sends queued changes, renews the license and loads changes of other
 * devices.
 */
function useConnectionWork(bookId: string, offline: boolean): void {
  const { t } = useTranslation('reader');
  const queryClient = useQueryClient();
  useEffect(
    () =>
      whenSent(({ sent, merged, ended }) => {
        // Refetches what may still be read, and since when: the wall is shown at this page.
        if (ended.has(bookId))
          void queryClient.invalidateQueries({ queryKey: bookPagesQuery(bookId).queryKey });
        if (merged > 0) notify('info', t('notes.merged'));
        // Notes were sent, not only a position: refetch them, because later changes are based on them.
        if ([...sent.values()].some((stored) => stored === null || 'id' in stored))
          void queryClient.invalidateQueries({ queryKey: annotationsQuery(bookId).queryKey });
      }),
    [bookId, queryClient, t],
  );
  useEffect(() => {
    const ask = () => queryClient.refetchQueries({ queryKey: bookPagesQuery(bookId).queryKey });
    if (offline) {
      const timer = setInterval(() => navigator.onLine && void ask(), PROBE_MS);
      const onOnline = () => void ask();
      window.addEventListener('online', onOnline);
      return () => {
        clearInterval(timer);
        window.removeEventListener('online', onOnline);
      };
    }
    const catchUp = async () => {
      await sendWaiting();
      const book = await ownBook(bookId);
      const licence = book ? await renewLicence(book) : 'open';
      if (licence === 'refused') await ask();
      await lookAt(bookId);
    };
    void catchUp();
    return undefined;
  }, [bookId, offline, queryClient]);
}
