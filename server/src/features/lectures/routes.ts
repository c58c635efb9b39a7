import { lecturesEndpoints } from '@vesalius/contract/lectures';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { mount } from '../accounts/mount.ts';
import { demandAccess } from '../catalogue/access.ts';
import { listMaterialsOfBook } from './list-materials.ts';
import { progressView } from './material-views.ts';
import { openMaterial } from './open-material.ts';
import { listProgress } from './queries.ts';
import { updateSupplementaryProgress } from './update-supplementary-progress.ts';

export function lecturesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, lecturesEndpoints, {
    listBookSupplementaryMaterials: ({ actor, query }) => listMaterialsOfBook(deps, actor, query.book_id),
    getSupplementaryMaterial: ({ actor, params }) => openMaterial(deps, actor, params.id),
    updateSupplementaryProgress: ({ actor, body }) =>
      updateSupplementaryProgress(deps, actor, {
        bookId: body.book_id,
        materialId: body.supplementary_material_id,
        played: body.played,
        shown: body.shown,
        positionSeconds: body.position_seconds,
      }),
    async listSupplementaryProgress({ actor, query }) {
      await demandAccess(deps.db, actor, query.book_id, deps.clock.now());
      const rows = await listProgress(deps.db, actor.userId, query.book_id);
      return {
        data: rows.map(progressView),
        metadata: { count: rows.length, currentPage: 1, pages: 1 },
      };
    },
  });
}
