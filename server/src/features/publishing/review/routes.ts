import { workCommentsEndpoints } from '@vesalius/contract/work-comments';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { mount } from '../../accounts/mount.ts';
import { addComment } from './add-comment.ts';
import { readComments } from './read-comments.ts';
import { removeComment, settleComment } from './settle-comment.ts';

export function workCommentsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, workCommentsEndpoints, {
    listWorkComments: ({ actor, params }) => readComments(deps.db, actor, params.id),
    addWorkComment: async ({ actor, params, body }) => {
      await addComment(deps, actor, params.id, body);
      return readComments(deps.db, actor, params.id);
    },
    removeWorkComment: async ({ actor, params: { id: workId, commentId: id } }) => {
      await removeComment(deps, actor, { workId, id });
      return readComments(deps.db, actor, workId);
    },
    settleWorkComment: async ({ actor, params: { id: workId, commentId: id } }) => {
      await settleComment(deps, actor, { workId, id }, true);
      return readComments(deps.db, actor, workId);
    },
    reopenWorkComment: async ({ actor, params: { id: workId, commentId: id } }) => {
      await settleComment(deps, actor, { workId, id }, false);
      return readComments(deps.db, actor, workId);
    },
  });
}
