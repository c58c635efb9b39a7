import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { keyOf, viewerOf } from '../../lib/query-keys.ts';
import { getSession } from '../../lib/session.ts';
import { readerClient } from './client.ts';
import { fetchEarly } from './engine/fetch-picture.ts';
import { pageFileUrl } from './engine/page-file-url.ts';
import { forgetStoredNotes } from './notes/unsent-note.ts';
import { orKept } from './or-kept.ts';
import { takeEarlyAnswer } from './start/early.ts';
import { startPage } from './start/start-page.ts';
import { rememberedView } from './view.ts';

/** The grant is renewed this long before it expires (milliseconds). */
const RENEW_BEFORE_MS = 3 * 60_000;
/** Timers of browsers are limited to about 25 days; a longer one fires at once, repeatedly. */
const LONGEST_WAIT_MS = 24 * 3_600_000;
const viewer = () => viewerOf(getSession());

export const bookPagesQuery = (bookId: string) =>
  queryOptions({
    queryKey: keyOf('reader', 'pages', bookId, viewer()),
    queryFn: ({ signal }) =>
      orKept(
        bookId,
        signal,
        async (inTime) =>
          (await takeEarlyAnswer(bookId, viewer())) ??
          readerClient.getBookPages({ params: { id: bookId }, signal: inTime }),
        { offline: (kept) => kept.pages(bookId), online: (kept, data) => kept.withPages(data) },
      ),
    // An open book stays open: only the grant has to be renewed in time.
    staleTime: 10 * 60_000,
    refetchInterval: ({ state }) =>
      state.data
        ? Math.min(
            LONGEST_WAIT_MS,
            Math.max(20_000, Date.parse(state.data.files.expires_at) - Date.now() - RENEW_BEFORE_MS),
          )
        : false,
  });

export const annotationsQuery = (bookId: string) =>
  queryOptions({
    queryKey: keyOf('reader', 'annotations', bookId, viewer()),
    queryFn: ({ signal }) =>
      orKept(
        bookId,
        signal,
        async (inTime) => {
          const { data } = await readerClient.listAnnotations({ query: { book_id: bookId }, signal: inTime });
          forgetStoredNotes(bookId, data);
          return data;
        },
        { offline: (kept) => kept.notes(bookId), online: (kept, list) => kept.withNotes(bookId, list) },
      ),
    staleTime: 60_000,
  });

export const editorNotesQuery = (bookId: string) =>
  queryOptions({
    queryKey: keyOf('reader', 'editorNotes', bookId, viewer()),
    queryFn: ({ signal }) => readerClient.listEditorNotes({ params: { id: bookId }, signal }),
  });

/** Starts the call, and the first page image as soon as its address is known, before anything renders. */
export function preloadBook(queryClient: QueryClient, bookId: string, askedPage: number | null): void {
  void queryClient.fetchQuery(bookPagesQuery(bookId)).then(
    (data) => {
      // The text view shows no image at the beginning.
      if (rememberedView().mode === 'pages')
        fetchEarly(pageFileUrl(data, startPage(data, askedPage), '1x.webp'));
    },
    () => {
      // the screen shows the error
    },
  );
}
