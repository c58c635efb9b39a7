import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { NotebookEndpoints, NotebookEntry } from '@vesalius/contract/notebook';
import { notebookCalls } from '@vesalius/contract/notebook-calls';
import type { NotebookKind, NotebookOrder } from '@vesalius/contract/notebook-limits';
import type { HighlightColor } from '@vesalius/contract/reader';
import { allPages } from '../../../lib/all-pages.ts';
import { clientFor } from '../../../lib/api-client.ts';
import { keyOf, viewerOf } from '../../../lib/query-keys.ts';
import { getSession } from '../../../lib/session.ts';

const client = clientFor<NotebookEndpoints>(notebookCalls);
const viewer = () => viewerOf(getSession());

export interface NotebookWish {
  readonly q?: string;
  readonly book_id?: string;
  readonly chapter_id?: string;
  readonly kind?: NotebookKind;
  readonly color?: HighlightColor;
  readonly from?: string;
  readonly to?: string;
  readonly order: NotebookOrder;
}

/** Notes change in the viewer, so the notebook is read again whenever it is opened. */
const FRESH = { staleTime: 0 } as const;

export const notebookQuery = (wish: NotebookWish, page: number) =>
  queryOptions({
    queryKey: keyOf('reader', 'notebook', viewer(), wish, page),
    queryFn: ({ signal }) => client.listNotebook({ query: { ...wish, page }, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });

export const notebookBooksQuery = () =>
  queryOptions({
    queryKey: keyOf('reader', 'notebookBooks', viewer()),
    queryFn: async ({ signal }) => (await client.listNotebookBooks({ signal })).data,
    ...FRESH,
  });

/** All entries that match, for files and for paper. */
export const readWholeNotebook = (wish: NotebookWish): Promise<NotebookEntry[]> =>
  allPages((part) => client.listNotebook({ query: { ...wish, ...part } }));
