import { workReviewEndpoints } from '@vesalius/contract/work-review';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { mount } from '../../accounts/mount.ts';
import { approveWork, withdrawApproval } from './approve-work.ts';
import { askForChanges, withdrawChanges } from './ask-for-changes.ts';
import { askForReview } from './ask-for-review.ts';
import { endReview } from './end-review.ts';
import { readReview } from './read-review.ts';

export function workReviewRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, workReviewEndpoints, {
    getWorkReview: ({ actor, params }) => readReview(deps.db, actor, params.id, deps.clock.now()),
    askForReview: async ({ actor, params, body: { due_on: dueOn, ...body } }) => {
      await askForReview(deps, actor, params.id, { ...body, dueOn });
      return readReview(deps.db, actor, params.id, deps.clock.now());
    },
    approveWork: async ({ actor, params, body: { version, preview_made_at: previewMadeAt } }) => {
      await approveWork(deps, actor, params.id, { version, previewMadeAt });
      return readReview(deps.db, actor, params.id, deps.clock.now());
    },
    withdrawApproval: async ({ actor, params }) => {
      await withdrawApproval(deps, actor, params.id);
      return readReview(deps.db, actor, params.id, deps.clock.now());
    },
    askForChanges: async ({ actor, params, body }) => {
      await askForChanges(deps, actor, params.id, body);
      return readReview(deps.db, actor, params.id, deps.clock.now());
    },
    withdrawChanges: async ({ actor, params }) => {
      await withdrawChanges(deps, actor, params.id);
      return readReview(deps.db, actor, params.id, deps.clock.now());
    },
    endReview: async ({ actor, params }) => {
      await endReview(deps, actor, params.id);
      return readReview(deps.db, actor, params.id, deps.clock.now());
    },
    removeReviewer: async ({ actor, params }) => {
      await endReview(deps, actor, params.id, params.userId);
      return readReview(deps.db, actor, params.id, deps.clock.now());
    },
  });
}
