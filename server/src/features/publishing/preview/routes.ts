import { workPreviewEndpoints } from '@vesalius/contract/work-preview';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { mount } from '../../accounts/mount.ts';
import { askForPreview, readPreview } from './ask-for-preview.ts';
import { openPreview } from './open-preview.ts';

export function workPreviewRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, workPreviewEndpoints, {
    getWorkPreview: ({ actor, params }) => readPreview(deps.db, actor, params.id),
    makeWorkPreview: async ({ actor, params }) => {
      await askForPreview(deps, actor, params.id);
      return readPreview(deps.db, actor, params.id);
    },
    openWorkPreview: ({ actor, params, body }) => openPreview(deps, actor, params.id, body.as),
  });
}
