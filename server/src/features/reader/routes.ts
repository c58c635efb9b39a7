import { wholeList } from '@vesalius/contract/atoms';
import { readerEndpoints } from '@vesalius/contract/reader';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { mount } from '../accounts/mount.ts';
import { demandAccess } from '../catalogue/access.ts';
import { findBookTitle, listEditorNoteRows } from './annotation-queries.ts';
import { listAnnotations } from './annotations.ts';
import { changeAnnotation, removeAnnotation } from './change-annotation.ts';
import { createAnnotation } from './create-annotation.ts';
import { isEditorOf } from './edits-book.ts';
import { measureOfflineBook } from './measure-offline-book.ts';
import { createOfflineLicence } from './offline-licence.ts';
import { openBook } from './open-book.ts';
import { registerPageFileRoutes } from './page-file-routes.ts';
import { searchBook } from './search-book.ts';
import { updateCurrentProgress } from './update-current-progress.ts';

export function readerRoutes(app: FastifyInstance, deps: Deps): void {
  registerPageFileRoutes(app, deps);
  mount(app, deps, readerEndpoints, {
    getBookPages: ({ actor, params }) => openBook(deps, actor, params.id),
    searchBook: ({ actor, params, query }) => searchBook(deps, actor, params.id, query),
    updateCurrentProgress: ({ actor, query }) =>
      updateCurrentProgress(deps, actor, {
        bookId: query.book_id,
        page: query.page,
        shown: query.shown ?? [query.page],
        readAt: query.read_at ? new Date(query.read_at) : null,
        sentAt: query.sent_at ? new Date(query.sent_at) : null,
      }),
    listAnnotations: ({ actor, query: { book_id: bookId, IsNote: isNote, page, items } }) =>
      listAnnotations(deps, actor, { bookId, isNote, page, items }),
    createAnnotation: ({ actor, body }) => createAnnotation(deps, actor, body),
    updateAnnotation: ({ actor, params, body }) => changeAnnotation(deps, actor, params.id, body),
    deleteAnnotation: ({ actor, params, query }) =>
      removeAnnotation(deps, actor, params.id, query.unchanged_since),
    createOfflineLicence: ({ actor, params }) => createOfflineLicence(deps, actor, params.id),
    getOfflineSize: ({ actor, params }) => measureOfflineBook(deps, actor, params.id),
    async listEditorNotes({ actor, params }) {
      await demandAccess(deps.db, actor, params.id, deps.clock.now());
      demand(await isEditorOf(deps.db, actor, params.id), 'not_allowed');
      const book = await findBookTitle(deps.db, params.id);
      demand(book, 'not_found');
      const rows = await listEditorNoteRows(deps.db, params.id);
      return {
        book,
        ...wholeList(
          rows.map((row) => ({
            id: row.id,
            author_name: row.authorName,
            note: { pageNumber: row.pageNumber, quote: row.quote, text: row.text },
            created_at: row.createdAt.toISOString(),
          })),
        ),
      };
    },
  });
}
