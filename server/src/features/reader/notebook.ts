import { type ListMetadata, wholeList } from '@vesalius/contract/atoms';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import type { NotebookEndpoints, NotebookEntry } from '@vesalius/contract/notebook';
import { notebookEndpoints } from '@vesalius/contract/notebook';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { plainTerm } from '../../platform/database/plain-text.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, sliceOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { mount } from '../accounts/mount.ts';
import { accessToBooks } from '../catalogue/access.ts';
import {
  listAnnotatedBooks,
  listNotebookBookRows,
  listNotebookRows,
  type NotebookRow,
} from './notebook-queries.ts';

/** Each is looked for in every note. */
const MAX_WORDS = 16;

type Wanted = z.output<NotebookEndpoints['listNotebook']['query']>;

export function notebookRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, notebookEndpoints, {
    listNotebook: ({ actor, query }) => listNotebook(deps, actor, query),
    listNotebookBooks: async ({ actor }) => wholeList(await listNotebookBookRows(deps.db, actor.userId)),
  });
}

/** The actor's own annotations only: those of other editors are in the book. */
async function listNotebook(
  deps: Deps,
  actor: Actor,
  wanted: Wanted,
): Promise<{ data: NotebookEntry[]; metadata: ListMetadata }> {
  const { q, page, items = PAGE_SIZE.notebook, order, book_id, chapter_id, kind, color, from, to } = wanted;
  const { userId } = actor;
  const access = await accessToBooks(
    deps.db,
    actor,
    await listAnnotatedBooks(deps.db, userId),
    deps.clock.now(),
  );
  const rows = await listNotebookRows(deps.db, {
    userId,
    openBooks: [...access.values()].filter(({ granted }) => granted).map(({ bookId }) => bookId),
    filters: {
      words: q ? [...new Set((await plainTerm(deps.db, q)).split(/\s+/))].slice(0, MAX_WORDS) : [],
      ...{ bookId: book_id, chapterId: chapter_id, kind, color, from, to },
    },
    order,
    ...sliceOf(page, items),
  });
  return pageOf(rows, page, items, toEntry);
}

const toEntry = (row: NotebookRow): NotebookEntry => ({
  id: row.id,
  book: { id: row.bookId, title: row.bookTitle, author: row.bookAuthor, language: row.bookLanguage },
  chapter: row.chapter,
  page_label: row.pageLabel ?? String(row.pageNumber),
  note: { pageNumber: row.pageNumber, quote: row.quote, text: row.text },
  color: row.color,
  orphaned: row.orphaned,
  is_closed: row.isClosed,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
