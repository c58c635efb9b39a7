import { workFilesEndpoints } from '@vesalius/contract/work-files';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { mount } from '../../accounts/mount.ts';
import { cancelWorkVideo, prepareWorkVideo, readWorkVideos } from '../media/read-work-videos.ts';
import { findPageMovesOfWork, moveWithPages } from '../page-moves/move-with-pages.ts';
import { presentPageMoves } from '../page-moves/present-page-moves.ts';
import { PageComparisons } from '../page-moves/read-page-moves.ts';
import { withoutNames } from '../studies/study-names.ts';
import { demandWork } from '../studio/access.ts';
import { addWorkFile } from './add-work-file.ts';
import { presentFile, readSteps } from './present-work.ts';
import { prepareWorkPages, readWorkPages } from './read-work-pages.ts';
import { readFileRemovals, removeWorkFiles, restoreWorkFiles } from './remove-work-files.ts';
import { readWorkCaptions, storeWorkCaptions } from './work-captions.ts';

export function workFileRoutes(app: FastifyInstance, deps: Deps): void {
  const comparisons = new PageComparisons();
  mount(app, deps, workFilesEndpoints, {
    addWorkFile: async ({ actor, params, body }) =>
      presentFile(
        await addWorkFile(deps, actor, params.id, { uploadId: body.upload_id, folder: body.folder }),
      ),
    listFileRemovals: async ({ actor, params: { id } }) => {
      const mayEdit = (await demandWork(deps.db, actor, id, 'review')) === 'edit';
      return { removals: await readFileRemovals(deps.db, id, mayEdit) };
    },
    removeWorkFiles: async ({ actor, params: { id: workId }, body: { id, path, even_if_used } }) => {
      await removeWorkFiles(deps, actor, workId, { id, path, evenIfUsed: even_if_used === true });
      return {
        removals: await readFileRemovals(deps.db, workId),
        steps: await readSteps(deps.db, actor, workId),
      };
    },
    restoreWorkFiles: async ({ actor, params: { id: workId, removalId } }) => {
      const restored = await restoreWorkFiles(deps, actor, workId, removalId);
      return {
        removals: await readFileRemovals(deps.db, workId),
        steps: await readSteps(deps.db, actor, workId),
        restored: withoutNames(restored, { userId: actor.userId, mayEdit: true }).map(presentFile),
      };
    },
    getWorkPages: async ({ actor, params, query }) => {
      await demandWork(deps.db, actor, params.id, 'review');
      return readWorkPages(deps, params.id, query.path);
    },
    prepareWorkPages: ({ actor, params }) => prepareWorkPages(deps, actor, params.id),
    getPageMoves: async ({ actor, params }) =>
      presentPageMoves(await findPageMovesOfWork(deps, actor, params.id, comparisons)),
    moveWithPages: async ({ actor, params, body }) => ({
      moved: await moveWithPages(deps, actor, params.id, body, comparisons),
    }),
    listWorkVideos: async ({ actor, params }) => {
      await demandWork(deps.db, actor, params.id, 'review');
      return readWorkVideos(deps, params.id);
    },
    prepareWorkVideo: ({ actor, params: { id: workId, asset } }) =>
      prepareWorkVideo(deps, actor, { workId, asset }),
    cancelWorkVideo: ({ actor, params: { id: workId, asset } }) =>
      cancelWorkVideo(deps, actor, { workId, asset }),
    getWorkCaptions: ({ actor, params, query }) => readWorkCaptions(deps, actor, params.id, query.path),
    storeWorkCaptions: async ({ actor, params, body }) =>
      presentFile(await storeWorkCaptions(deps, actor, params.id, body)),
  });
}
