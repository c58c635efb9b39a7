import { workStudiesEndpoints } from '@vesalius/contract/work-studies';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { mount } from '../../accounts/mount.ts';
import { demandWork } from '../studio/access.ts';
import { addWorkStudy, dismissWorkStudy, lookAgain, readArrivingStudies } from './add-work-study.ts';
import { decideStudy } from './decide-study.ts';
import { readStudyReport } from './read-study-report.ts';

export function studyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, workStudiesEndpoints, {
    listWorkStudies: async ({ actor, params: { id } }) => {
      await demandWork(deps.db, actor, id, 'review');
      return readArrivingStudies(deps, actor, id);
    },
    addWorkStudy: async ({ actor, params: { id }, body }) => {
      await addWorkStudy(deps, actor, id, body);
      return readArrivingStudies(deps, actor, id);
    },
    dismissWorkStudy: async ({ actor, params: { id, study } }) => {
      await dismissWorkStudy(deps, actor, { workId: id, id: study });
      return readArrivingStudies(deps, actor, id);
    },
    getStudyReport: async ({ actor, params: { id, key } }) => {
      const power = await demandWork(deps.db, actor, id, 'review');
      return readStudyReport(deps, { workId: id, key, power, userId: actor.userId });
    },
    reportStudyAgain: async ({ actor, params: { id, key } }) => {
      await lookAgain(deps, actor, { workId: id, key });
      return readStudyReport(deps, { workId: id, key, power: 'edit', userId: actor.userId });
    },
    decideStudy: async ({ actor, params: { id, key }, body }) => {
      const { content, kept, left_out: leftOut } = body;
      await decideStudy(deps, actor, id, { key, content, kept, leftOut });
      return readStudyReport(deps, { workId: id, key, power: 'edit', userId: actor.userId });
    },
  });
}
