import { workQuestionsEndpoints } from '@vesalius/contract/work-questions';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { mount } from '../../accounts/mount.ts';
import { exportQuestions } from './export-questions.ts';
import { importQuestions, readUploadedQuestions } from './import-questions.ts';
import { presentOutcome } from './present-work.ts';
import { WorkStatistics } from './question-statistics.ts';

export function workQuestionRoutes(app: FastifyInstance, deps: Deps): void {
  const statistics = new WorkStatistics(deps);
  mount(app, deps, workQuestionsEndpoints, {
    readQuestionFile: ({ actor, params, body }) =>
      readUploadedQuestions(deps, actor, params.id, body.upload_id),
    importQuestions: async ({ actor, params, body: { upload_id: uploadId, ...wish } }) => {
      const { outcome, taken } = await importQuestions(deps, actor, params.id, { ...wish, uploadId });
      return { outcome: await presentOutcome(deps.db, outcome), taken };
    },
    exportQuestions: async ({ actor, params, query, reply }) => {
      const { bytes, name, type } = await exportQuestions(deps, actor, params.id, query);
      return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
    },
    getWorkQuestionStatistics: ({ actor, params, query: { list } }) =>
      statistics.read(actor, params.id, list),
  });
}
