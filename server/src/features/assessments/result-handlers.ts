import type { AssessmentsEndpoints } from '@vesalius/contract/assessments';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { metadataOf, sliceOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Handlers } from '../accounts/mount.ts';
import { type AccessReason, demandReason } from '../catalogue/access.ts';
import { minAnswersFor, presentStatistics, statisticsCsv } from './question-statistics.ts';
import { listStatistics } from './statistics-queries.ts';
import { listWords, type ResultsWish } from './survey-result-queries.ts';
import { groupSizeFor, readSurveyResults, surveyCsv } from './survey-results.ts';

const ROWS_A_PAGE = 50;
/** Not readers, including an author with a subscription to another author's book. */
const MAKERS: readonly AccessReason[] = ['assigned', 'staff'];
const TEACHERS: readonly AccessReason[] = [...MAKERS, 'director'];

/** What a book's makers and staff see of its readers' answers. */
export function resultHandlers({ db, clock }: Deps) {
  const demandOf = (actor: Actor, bookId: string, reasons: readonly AccessReason[]) =>
    demandReason(db, actor, { bookId, reasons }, clock.now());
  const wishOf = (
    actor: Actor,
    query: { book_id: string; from?: string | undefined; to?: string | undefined },
  ): ResultsWish => ({
    bookId: query.book_id,
    groupSize: groupSizeFor(actor),
    from: query.from,
    to: query.to,
  });
  const asFile = (reply: FastifyReply, name: string) =>
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`);

  return {
    listQuestionStatistics: async ({ actor, query }) => {
      const { book_id: bookId, kind, order, page, items = ROWS_A_PAGE } = query;
      const minAnswers = minAnswersFor(actor);
      await demandOf(actor, bookId, TEACHERS);
      const slice = sliceOf(page, items);
      const { rows, count } = await listStatistics(db, { bookId, kind, order, minAnswers }, slice);
      return {
        data: rows.map(presentStatistics(minAnswers)),
        metadata: metadataOf(count, page, items),
      };
    },
    downloadQuestionStatistics: async ({ actor, query: { book_id: bookId, kind }, reply }) => {
      await demandOf(actor, bookId, TEACHERS);
      return asFile(reply, 'questions').send(
        statisticsCsv(db, { bookId, kind, minAnswers: minAnswersFor(actor) }),
      );
    },
    getSurveyResults: async ({ actor, query }) => {
      await demandOf(actor, query.book_id, MAKERS);
      return readSurveyResults(db, wishOf(actor, query));
    },
    listSurveyWords: async ({ actor, query }) => {
      const { question_id: questionId, page, items = ROWS_A_PAGE } = query;
      await demandOf(actor, query.book_id, MAKERS);
      const slice = sliceOf(page, items);
      const { rows, count } = await listWords(db, { ...wishOf(actor, query), questionId }, slice);
      return { data: rows, metadata: metadataOf(count, page, items) };
    },
    downloadSurveyResults: async ({ actor, query, reply }) => {
      await demandOf(actor, query.book_id, MAKERS);
      return asFile(reply, 'survey').send(surveyCsv(db, wishOf(actor, query)));
    },
  } satisfies Handlers<AssessmentsEndpoints>;
}
