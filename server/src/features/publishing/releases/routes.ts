import { RELEASES_PER_PAGE } from '@vesalius/contract/studio-limits';
import { type WorkReleases, workReleasesEndpoints } from '@vesalius/contract/work-releases';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { pageOf, sliceOf } from '../../../platform/lists.ts';
import type { Actor } from '../../accounts/actor.ts';
import { mount } from '../../accounts/mount.ts';
import { findingsOfMoves } from '../page-moves/findings-of-moves.ts';
import { findPageMovesOfWork } from '../page-moves/move-with-pages.ts';
import { PageComparisons } from '../page-moves/read-page-moves.ts';
import { ownNames } from '../studies/study-names.ts';
import { demandWork } from '../studio/access.ts';
import { listWorkFiles } from '../works/work-queries.ts';
import { barRelease, liftBar } from './bar-release.ts';
import { createEdition } from './create-edition.ts';
import { cancelSchedule } from './freeze-release.ts';
import { readPublicationOf } from './present-publication.ts';
import { publishWork, readCheckList, restoreBook } from './publish-work.ts';
import { readComparison } from './read-comparison.ts';
import { readSaleEffects } from './read-sale-effects.ts';
import { readRegrading, regradeWork } from './regrade-work.ts';
import { listReleases } from './release-list-queries.ts';
import { withdrawBook } from './withdraw-book.ts';

export function workReleasesRoutes(app: FastifyInstance, deps: Deps): void {
  const comparisons = new PageComparisons();
  mount(app, deps, workReleasesEndpoints, {
    getWorkCheckList: async ({ actor, params }) => {
      const { version, findings, complete } = await readCheckList(deps, actor, params.id);
      const moves = await findPageMovesOfWork(deps, actor, params.id, comparisons);
      const own = ownNames(await listWorkFiles(deps.db, params.id), actor.userId);
      const told = [...findings, ...findingsOfMoves(moves)].map(({ path, file, ...finding }) => ({
        ...{ path: [...path], file: (file && own.get(file)) ?? file },
        ...finding,
      }));
      return { version, can_publish: complete !== null, findings: told };
    },
    listReleases: ({ actor, params, query }) => readReleases(deps, actor, params.id, query),
    compareWork: ({ actor, params, query }) => readComparison(deps, actor, params.id, query),
    publishWork: async ({ actor, params, body }) => {
      await publishWork(deps, actor, params.id, body);
      return readReleases(deps, actor, params.id);
    },
    restoreRelease: async ({ actor, params: { id: workId, revision }, body }) => {
      await restoreBook(deps, actor, { workId, revision, ...body });
      return readReleases(deps, actor, workId);
    },
    barRelease: async ({ actor, params: { id: workId, revision }, body: { reason } }) => {
      await barRelease(deps, actor, { bookId: workId, revision }, reason);
      return readReleases(deps, actor, workId);
    },
    liftBar: async ({ actor, params: { id: workId, revision } }) => {
      await liftBar(deps, actor, { bookId: workId, revision });
      return readReleases(deps, actor, workId);
    },
    scheduleRelease: async ({ actor, params, body: { publish_at: publishAt, ...body } }) => {
      await publishWork(deps, actor, params.id, { ...body, publishAt: new Date(publishAt) });
      return readReleases(deps, actor, params.id);
    },
    cancelSchedule: async ({ actor, params, query: { publish_at: seen } }) => {
      await cancelSchedule(deps, actor, params.id, seen === undefined ? undefined : new Date(seen));
      return readReleases(deps, actor, params.id);
    },
    withdrawBook: async ({ actor, params }) => {
      await withdrawBook(deps, actor, params.id, true);
      return readReleases(deps, actor, params.id);
    },
    bringBackBook: async ({ actor, params }) => {
      await withdrawBook(deps, actor, params.id, false);
      return readReleases(deps, actor, params.id);
    },
    getSaleEffects: ({ actor, params }) => readSaleEffects(deps, actor, params.id),
    getRegrading: ({ actor, params }) => readRegrading(deps, actor, params.id),
    regradeAttempts: ({ actor, params, body }) => regradeWork(deps, actor, params.id, body.number_of_answers),
    createEdition: async ({ actor, params, body: { readable_until: readableUntil, ...body } }) => ({
      id: await createEdition(deps, actor, params.id, { ...body, readableUntil }),
    }),
  });
}

async function readReleases(
  { db, clock }: Deps,
  actor: Actor,
  workId: string,
  { page, items }: { page: number; items: number } = { page: 1, items: RELEASES_PER_PAGE },
): Promise<WorkReleases> {
  await demandWork(db, actor, workId, 'review');
  const rows = await listReleases(db, workId, sliceOf(page, items));
  const list = pageOf(rows, page, items, (row) => ({
    revision: row.revision,
    published_at: row.publishedAt.toISOString(),
    published_by: row.publishedBy,
    note: row.note,
    restored_from: row.restoredFrom,
    previous: row.previous,
    pages: row.pages,
    is_current: row.isCurrent,
    can_restore: row.canRestore,
    barred: row.barredAt && { at: row.barredAt.toISOString(), by: row.barredBy, reason: row.barReason },
  }));
  return { ...list, publication: await readPublicationOf(db, workId, clock.now()) };
}
