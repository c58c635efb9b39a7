import { generatedAnswersEndpoints } from '@vesalius/contract/generated-answers';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { mount } from '../accounts/mount.ts';
import { demandAccess, readableBooks } from '../catalogue/access.ts';
import { rankPassagesOfBook } from '../search/book-passages.ts';
import { rankLibraryPages } from '../search/rank-library-pages.ts';
import { answerGenerator, MAX_PASSAGES } from './generate-answer.ts';

/** For readers of at least one complete book, because every answer costs the operator money. */
export function generatedAnswersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const generate = answerGenerator(deps);
  mount(app, deps, generatedAnswersEndpoints, {
    async generateBookAnswer({ actor, params: { id: bookId }, body: { question } }) {
      demand(generate, 'not_found');
      const now = clock.now();
      await demandAccess(db, actor, bookId, now);
      const pages = await rankPassagesOfBook(db, bookId, { question, limit: MAX_PASSAGES, now });
      return generate({ userId: actor.userId, question, pages });
    },
    async generateLibraryAnswer({ actor, body: { question } }) {
      demand(generate, 'not_found');
      const now = clock.now();
      const readable = await readableBooks(db, actor, now);
      demand(readable.length > 0, 'not_subscribed');
      const { passages } = await rankLibraryPages(db, { readable, now }, { question, limit: MAX_PASSAGES });
      return generate({ userId: actor.userId, question, pages: passages });
    },
  });
}
