import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Annotation, HighlightColor, NewAnnotation } from '@vesalius/contract/reader';
import { useCallback, useContext, useMemo } from 'react';
import { isRefusal } from '../../../lib/api-client.ts';
import { annotationsQuery } from '../api.ts';
import { WritesContext } from '../writes.ts';
import { forgetUnsentNote, readUnsentNote } from './unsent-note.ts';

const NONE: readonly Annotation[] = [];

export interface Annotations {
  readonly all: readonly Annotation[];
  /** What stands on a page; gone quotes keep their place in the list only. */
  onPage(page: number): readonly Annotation[];
  readonly isLoading: boolean;
  readonly failed: boolean;
  create(fields: NewAnnotation): Annotation;
  update(id: string, change: { text?: string; color?: HighlightColor }): void;
  remove(id: string): void;
}

/** The notes of a book. Every change shows at once; one that the server refuses is taken back and said. */
export function useAnnotations(bookId: string, enabled: boolean, onFailed: () => void): Annotations {
  const queryClient = useQueryClient();
  const writes = useContext(WritesContext);
  const options = useMemo(() => annotationsQuery(bookId), [bookId]);
  const { queryKey } = options;
  const query = useQuery({ ...options, enabled });
  const all = query.data ?? NONE;

  const change = useCallback(
    (work: (now: readonly Annotation[]) => Annotation[]) =>
      queryClient.setQueryData(queryKey, (now: readonly Annotation[] | undefined) => work(now ?? [])),
    [queryClient, queryKey],
  );
  const failed = useCallback(() => {
    onFailed();
    void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, queryKey, onFailed]);

  const forget = useCallback(
    (id: string, text: string | undefined) => {
      // Longer meanwhile: that text is still to be sent.
      if (readUnsentNote(bookId, id)?.note.text.trim() === text) forgetUnsentNote(bookId, id);
    },
    [bookId],
  );
  const creating = useMutation({
    mutationFn: (body: NewAnnotation & { id: string }) => writes.create(body),
    networkMode: 'always',
    onSuccess: (stored) =>
      stored && change((now) => now.map((each) => (each.id === stored.id ? stored : each))),
    onError: failed,
  });
  const updating = useMutation({
    mutationFn: ({ before, ...body }: { before: Annotation; text?: string; color?: HighlightColor }) =>
      writes.update(before, body),
    networkMode: 'always',
    // Its text and colour are shown already; what the next change is based on is new.
    onSuccess: (stored, { before, text }) => {
      forget(before.id, text);
      if (stored)
        change((now) =>
          now.map((each) => (each.id === stored.id ? { ...each, updated_at: stored.updated_at } : each)),
        );
    },
    onError: (error, { before, text }) => {
      if (isRefusal(error)) forget(before.id, text);
      failed();
    },
  });
  const removing = useMutation({
    mutationFn: (before: Annotation) => writes.remove(before),
    networkMode: 'always',
    onError: failed,
  });

  const byPage = useMemo(() => {
    const pages = new Map<number, Annotation[]>();
    for (const each of all) {
      if (each.orphaned) continue;
      const own = pages.get(each.note.pageNumber);
      if (own) own.push(each);
      else pages.set(each.note.pageNumber, [each]);
    }
    return pages;
  }, [all]);
  const onPage = useCallback((page: number) => byPage.get(page) ?? NONE, [byPage]);

  const { isLoading, isError } = query;
  const { mutate: sendNew } = creating;
  const { mutate: sendChange } = updating;
  const { mutate: sendRemoval } = removing;
  return useMemo(
    () => ({
      all,
      onPage,
      isLoading,
      failed: isError,
      create(fields) {
        const id = fields.id ?? crypto.randomUUID();
        const now = new Date().toISOString();
        const shown: Annotation = {
          id,
          author_name: '',
          is_own: true,
          note: { quote: '', text: '', ...fields.note, pageNumber: Number(fields.note.pageNumber) },
          color: fields.color ?? 'yellow',
          rects: fields.rects ?? [],
          quote_before: fields.quote_before ?? '',
          quote_after: fields.quote_after ?? '',
          orphaned: false,
          created_at: now,
          updated_at: now,
        };
        change((list) => [...list, shown].sort((a, b) => a.note.pageNumber - b.note.pageNumber));
        sendNew({ ...fields, id });
        return shown;
      },
      update(id, fields) {
        const before = all.find((each) => each.id === id);
        if (!before) return;
        change((list) =>
          list.map((each) =>
            each.id === id
              ? {
                  ...each,
                  color: fields.color ?? each.color,
                  note: { ...each.note, text: fields.text ?? each.note.text },
                }
              : each,
          ),
        );
        sendChange({ before, ...fields });
      },
      remove(id) {
        const before = all.find((each) => each.id === id);
        if (!before) return;
        change((list) => list.filter((each) => each.id !== id));
        sendRemoval(before);
      },
    }),
    [all, onPage, isLoading, isError, change, sendNew, sendChange, sendRemoval],
  );
}
