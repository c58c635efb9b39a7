import { workCommentsEndpoints } from '@vesalius/contract/work-comments';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { mount } from '../../accounts/mount.ts';
import { PageComparisons } from '../page-moves/read-page-moves.ts';
import { addComment } from './add-comment.ts';
import { countComments } from './count-comments.ts';
import { readComment, readComments } from './read-comments.ts';
import { removeComment } from './remove-comment.ts';
import { settleComment } from './settle-comment.ts';

export function workCommentsRoutes(app: FastifyInstance, deps: Deps): void {
  const comparisons = new PageComparisons();
  mount(app, deps, workCommentsEndpoints, {
    listWorkComments: ({ actor, params, query }) =>
      readComments(deps.db, actor, params.id, query, comparisons),
    countWorkComments: ({ actor, params }) => countComments(deps.db, actor, params.id, comparisons),
    addWorkComment: async ({ actor, params, body }) => {
      await addComment(deps, actor, params.id, body);
      return readComment(deps.db, actor, { workId: params.id, id: body.id }, comparisons);
    },
    removeWorkComment: async ({ actor, params: { id: workId, commentId: id } }) => {
      await removeComment(deps, actor, { workId, id });
      return undefined;
    },
    settleWorkComment: async ({ actor, params: { id: workId, commentId: id } }) => {
      await settleComment(deps, actor, { workId, id }, true);
      return readComment(deps.db, actor, { workId, id }, comparisons);
    },
    reopenWorkComment: async ({ actor, params: { id: workId, commentId: id } }) => {
      await settleComment(deps, actor, { workId, id }, false);
      return readComment(deps.db, actor, { workId, id }, comparisons);
    },
  });
}
