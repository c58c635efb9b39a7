import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Annotation, HighlightColor, NewAnnotation } from '@vesalius/contract/reader';
import { useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, isRefusal, LostAnswer } from '../../../lib/api-client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { notify } from '../../../ui/notify.ts';
import { annotationsQuery } from '../api.ts';
import { shownNote } from '../offline/changes.ts';
import { isEditedMeanwhile } from '../save-note.ts';
import { WritesContext } from '../writes.ts';
import { isBookmark } from './bookmark.ts';
import { forgetUnsentNote, keepUnsentNote, readUnsentNote } from './unsent-note.ts';
import { useFailures } from './use-failures.ts';

const NONE: readonly Annotation[] = [];

export interface Annotations {
  readonly all: readonly Annotation[];
  /** The notes and highlights of a page; notes whose passage is gone are only in the list. */
  onPage(page: number): readonly Annotation[];
  bookmarksOn(page: number): readonly Annotation[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  retry(): void;
  /** `onStored`: once it is stored, or queued for an offline book. */
  create(fields: NewAnnotation, onStored?: () => void): Annotation;
  /** The note as it is currently shown. */
  find(id: string): Annotation | undefined;
  /** `before`: the note as its writer saw it before editing. */
  /** Resolves to true once it is stored, or queued for an offline book. */
  update(before: Annotation, change: { text?: string; color?: HighlightColor }): Promise<boolean>;
  remove(before: Annotation): Promise<boolean>;
}

/**
 * The notes of a book. Every change is shown at once; one that fails is reverted with a message and a retry. Texts that
 * failed for lack of a network are sent when it is back, while the book is open; deletions are not.
 */
export function useAnnotations(bookId: string, enabled: boolean): Annotations {
  const { t, i18n } = useTranslation('reader');
  const queryClient = useQueryClient();
  const writes = useContext(WritesContext);
  const options = useMemo(() => annotationsQuery(bookId), [bookId]);
  const { queryKey } = options;
  const query = useQuery({ ...options, enabled });
  const all = query.data ?? NONE;

  /** A list was on its way when a note changed. */
  const isOutdated = useRef(false);
  const change = useCallback(
    (work: (now: readonly Annotation[]) => Annotation[]) => {
      // It was read before the change, and would hide it.
      if (queryClient.isFetching({ queryKey }) > 0) {
        isOutdated.current = true;
        void queryClient.cancelQueries({ queryKey });
      }
      queryClient.setQueryData(queryKey, (now: readonly Annotation[] | undefined) => work(now ?? []));
    },
    [queryClient, queryKey],
  );
  const failures = useFailures();
  const tellFailed = async (
    error: Error,
    {
      noteId,
      words,
      again,
      isWritten,
      isStored,
    }: {
      noteId: string;
      words: string[];
      again: () => void;
      isWritten: boolean;
      /** Whether the server has carried out the change, by the note as it has it. */
      isStored: (now: Annotation | undefined) => boolean;
    },
  ) => {
    const isOffline = error instanceof CallError && error.status === 0;
    const text = [...words, await errorText(error, i18n.language)].join(' ');
    failures.tell(noteId, { text, label: t('notes.again'), again, isSentLater: isOffline && isWritten });
    // Shows the server's notes if it can be reached.
    if (isOffline && !(error instanceof LostAnswer)) return;
    await queryClient.invalidateQueries({ queryKey });
    const now = queryClient.getQueryData<readonly Annotation[]>(queryKey);
    if (error instanceof LostAnswer && isStored(now?.find(({ id }) => id === noteId)))
      failures.settle(noteId);
  };

  const forget = useCallback(
    (id: string, text: string | undefined) => {
      // The text has grown meanwhile and must still be sent.
      if (readUnsentNote(bookId, id)?.note.note.text.trim() === text) forgetUnsentNote(bookId, id);
    },
    [bookId],
  );
  /** The storage may be off or full, or have no more than an older text. */
  const fateOf = (id: string, text: string): string =>
    t(
      readUnsentNote(bookId, id)?.note.note.text.trim().startsWith(text)
        ? 'notes.textKept'
        : 'notes.textLost',
    );
  /** The server's last response by note: the next change is based on it. */
  const answered = useRef(new Map<string, Annotation>());
  const withBase = (before: Annotation): Annotation => {
    const last = answered.current.get(before.id);
    const isNewer = last?.note.text === before.note.text && last.updated_at > before.updated_at;
    return isNewer ? { ...before, updated_at: last.updated_at } : before;
  };
  // One after the other: a change needs the version that the previous one created.
  const scope = { id: `notes:${bookId}` };
  const onSettled = () => {
    const isLast =
      queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id }) <= 1;
    if (!isOutdated.current || !isLast) return;
    isOutdated.current = false;
    void queryClient.invalidateQueries({ queryKey });
  };
  const creating = useMutation({
    mutationFn: (body: NewAnnotation & { id: string }) => writes.create(body),
    scope,
    onSettled,
    onSuccess: (stored, { id, note }) => {
      failures.settle(id);
      forget(id, note.text);
      if (!stored) return;
      answered.current.set(stored.id, stored);
      const { created_at, updated_at, author_name, for_editors } = stored;
      // Changes made meanwhile are already shown.
      change((now) =>
        now.map((each) =>
          each.id === stored.id ? { ...each, created_at, updated_at, author_name, for_editors } : each,
        ),
      );
    },
    onError: (error, body) => {
      change((now) => now.filter(({ id }) => id !== body.id));
      const text = body.note.text ?? '';
      if (text && !readUnsentNote(bookId, body.id)) {
        const note = shownNote(body, new Date().toISOString());
        keepUnsentNote(bookId, { note, base: { ...note, note: { ...note.note, text: '' } } });
      }
      const failed = t(text || body.note.quote ? 'notes.failed' : 'bookmark.failed');
      const words = text ? [failed, fateOf(body.id, text)] : [failed];
      const isStored = (now: Annotation | undefined) => now !== undefined && now.note.text === text;
      void tellFailed(error, { noteId: body.id, words, again: () => show(body), isWritten: true, isStored });
    },
  });
  const show = (fields: NewAnnotation & { id: string }, onStored?: () => void) => {
    // The server sets the time of the change.
    const shown = { ...shownNote(fields, new Date().toISOString()), updated_at: '' };
    change((list) => [...list, shown].sort((a, b) => a.note.pageNumber - b.note.pageNumber));
    void isDone(creating.mutateAsync(fields)).then((isStored) => isStored && onStored?.());
    return shown;
  };
  const updating = useMutation({
    mutationFn: ({ before, ...body }: { before: Annotation; text?: string; color?: HighlightColor }) =>
      writes.update(bookId, withBase(before), body),
    scope,
    onSettled,
    onSuccess: (saved, { before, text }) => {
      failures.settle(before.id);
      forget(before.id, text);
      if (!saved) return;
      const { stored, merged } = saved;
      answered.current.set(stored.id, stored);
      change((now) =>
        // The note was changed again since: that change is shown and will be sent.
        now.map((each) =>
          each.id === stored.id && each.note.text === (text ?? before.note.text) ? stored : each,
        ),
      );
      if (!merged) return;
      notify('info', t('notes.merged'));
      // If one note could not hold both texts, there is a second one.
      void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error, { before, ...fields }) => {
      const { text } = fields;
      const isRefused = isRefusal(error) && !isEditedMeanwhile(error);
      if (isRefused) forget(before.id, text);
      change((now) =>
        now.map((each) =>
          each.id === before.id && each.note.text === (text ?? before.note.text)
            ? { ...each, color: before.color, note: before.note }
            : each,
        ),
      );
      const failed = t('notes.failed');
      const words = text && !isRefused ? [failed, fateOf(before.id, text)] : [failed];
      const again = () => void write(before, fields);
      const wanted = { text: text ?? before.note.text, color: fields.color ?? before.color };
      const isStored = (now: Annotation | undefined) =>
        now?.note.text === wanted.text && now.color === wanted.color;
      void tellFailed(error, { noteId: before.id, words, again, isWritten: true, isStored });
    },
  });
  const write = (before: Annotation, fields: { text?: string; color?: HighlightColor }) => {
    change((list) =>
      list.map((each) =>
        each.id === before.id
          ? {
              ...each,
              color: fields.color ?? each.color,
              note: { ...each.note, text: fields.text ?? each.note.text },
            }
          : each,
      ),
    );
    return isDone(updating.mutateAsync({ before, ...fields }));
  };
  const removing = useMutation({
    mutationFn: (before: Annotation) => writes.remove(withBase(before)),
    scope,
    onSettled,
    onError: async (error, before) => {
      if (isEditedMeanwhile(error)) {
        notify('info', t('notes.notDeleted'));
        return queryClient.invalidateQueries({ queryKey });
      }
      change((now) =>
        [...now.filter(({ id }) => id !== before.id), before].sort(
          (a, b) => a.note.pageNumber - b.note.pageNumber,
        ),
      );
      const again = () => void take(before);
      const words = [t(isBookmark(before) ? 'bookmark.removeFailed' : 'notes.removeFailed')];
      return tellFailed(error, {
        noteId: before.id,
        words,
        again,
        isWritten: false,
        isStored: (now) => now === undefined,
      });
    },
  });
  const take = (before: Annotation) => {
    change((list) => list.filter((each) => each.id !== before.id));
    return isDone(removing.mutateAsync(before));
  };

  const [onPage, bookmarksOn] = useMemo(
    () => [
      byPage(all.filter((each) => !each.orphaned && !isBookmark(each))),
      byPage(all.filter((each) => each.is_own && isBookmark(each))),
    ],
    [all],
  );

  const { isLoading, error, refetch } = query;
  const acts = useRef({ show, write, take });
  useLayoutEffect(() => {
    acts.current = { show, write, take };
  });
  return useMemo(
    () => ({
      all,
      onPage,
      bookmarksOn,
      isLoading,
      error,
      retry: () => void refetch(),
      create: (fields, onStored) =>
        acts.current.show({ ...fields, id: fields.id ?? crypto.randomUUID() }, onStored),
      find: (id) => queryClient.getQueryData<readonly Annotation[]>(queryKey)?.find((each) => each.id === id),
      async update(before, { text, color }) {
        const fields = {
          ...(text === undefined || text === before.note.text ? {} : { text }),
          ...(color === undefined || color === before.color ? {} : { color }),
        };
        if (Object.keys(fields).length > 0) return acts.current.write(before, fields);
        forget(before.id, text);
        return true;
      },
      remove: (before) => acts.current.take(before),
    }),
    [all, onPage, bookmarksOn, isLoading, error, refetch, queryClient, queryKey, forget],
  );
}

function byPage(annotations: readonly Annotation[]): (page: number) => readonly Annotation[] {
  const pages = new Map<number, Annotation[]>();
  for (const each of annotations) {
    const sharing = pages.get(each.note.pageNumber);
    if (sharing) sharing.push(each);
    else pages.set(each.note.pageNumber, [each]);
  }
  return (page) => pages.get(page) ?? NONE;
}

const isDone = (sent: Promise<unknown>): Promise<boolean> =>
  sent.then(
    () => true,
    () => false,
  );
