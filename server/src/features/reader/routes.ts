import { readerEndpoints } from '@vesalius/contract/reader';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { mount } from '../../platform/mount.ts';
import { demandAccess } from '../catalogue/access.ts';
import {
  deleteOwnAnnotation,
  findBookTitle,
  listEditorNoteRows,
  updateOwnAnnotation,
} from './annotation-queries.ts';
import { getOwnAnnotation, listAnnotations } from './annotations.ts';
import { createAnnotation } from './create-annotation.ts';
import { createOfflineLicence } from './offline-licence.ts';
import { openBook } from './open-book.ts';
import { packLongAnswers } from './pack-answers.ts';
import { registerPageFileRoutes } from './page-file-routes.ts';
import { searchBook } from './search-book.ts';
import { updateCurrentProgress } from './update-current-progress.ts';

export function readerRoutes(app: FastifyInstance, deps: Deps): void {
  registerPageFileRoutes(app, deps);
  void app.register((scope, _options, done) => {
    packLongAnswers(scope);
    mountCalls(scope, deps);
    done();
  });
}

function mountCalls(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, readerEndpoints, {
    getBookPages: ({ actor, params }) => openBook(deps, actor, params.id),
    searchBook: ({ actor, params, query }) => searchBook(deps, actor, params.id, query),
    updateCurrentProgress: ({ actor, query }) =>
      updateCurrentProgress(deps, actor, {
        bookId: query.book_id,
        page: query.page,
        readAt: query.read_at ? new Date(query.read_at) : null,
      }),
    listAnnotations: async ({ actor, query }) => ({
      data: await listAnnotations(deps, actor, { bookId: query.book_id, isNote: query.IsNote }),
    }),
    createAnnotation: ({ actor, body }) => createAnnotation(deps, actor, body),
    async updateAnnotation({ actor, params, body }) {
      const { text, color } = body;
      const written = await updateOwnAnnotation(deps.db, {
        id: params.id,
        userId: actor.userId,
        text: text?.trim(),
        color,
        now: deps.clock.now(),
      });
      demand(written, 'not_found');
      return getOwnAnnotation(deps, actor, params.id);
    },
    async deleteAnnotation({ actor, params }) {
      demand(await deleteOwnAnnotation(deps.db, params.id, actor.userId), 'not_found');
      return undefined;
    },
    createOfflineLicence: ({ actor, params }) => createOfflineLicence(deps, actor, params.id),
    async listEditorNotes({ actor, params }) {
      await demandAccess(deps.db, actor, params.id, deps.clock.now());
      const book = await findBookTitle(deps.db, params.id);
      demand(book, 'not_found');
      const rows = await listEditorNoteRows(deps.db, params.id);
      return {
        book,
        data: rows.map((row) => ({
          id: row.id,
          author_name: row.authorName,
          note: { pageNumber: row.pageNumber, quote: row.quote, text: row.text },
          created_at: row.createdAt.toISOString(),
        })),
      };
    },
  });
}
