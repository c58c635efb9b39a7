import { RELEASES_PER_PAGE } from '@vesalius/contract/studio-limits';
import { type WorkReleases, workReleasesEndpoints } from '@vesalius/contract/work-releases';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { pageOf, sliceOf } from '../../../platform/lists.ts';
import type { Actor } from '../../accounts/actor.ts';
import { mount } from '../../accounts/mount.ts';
import { demandWork } from '../studio/access.ts';
import { publishWork, readCheckList, restoreBook } from './publish-work.ts';
import { findScheduled, findWithdrawnAt, listReleases } from './release-list-queries.ts';
import { cancelSchedule, scheduleRelease } from './schedule-release.ts';
import { withdrawBook } from './withdraw-book.ts';

export function workReleasesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, workReleasesEndpoints, {
    getWorkCheckList: async ({ actor, params }) => {
      const { version, findings, complete } = await readCheckList(deps, actor, params.id);
      const told = findings.map(({ path, ...finding }) => ({ path: [...path], ...finding }));
      return { version, can_publish: complete !== null, findings: told };
    },
    listReleases: ({ actor, params, query }) => readReleases(deps, actor, params.id, query),
    publishWork: async ({ actor, params, body }) => ({
      revision: await publishWork(deps, actor, params.id, body),
    }),
    restoreRelease: async ({ actor, params: { id: workId, revision }, body: { note } }) => ({
      revision: await restoreBook(deps, actor, { workId, revision, note }),
    }),
    scheduleRelease: async ({ actor, params, body: { version, publish_at: publishAt, note } }) => {
      await scheduleRelease(deps, actor, params.id, { version, publishAt: new Date(publishAt), note });
      return readReleases(deps, actor, params.id);
    },
    cancelSchedule: async ({ actor, params }) => {
      await cancelSchedule(deps, actor, params.id);
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
  });
}

async function readReleases(
  { db }: Deps,
  actor: Actor,
  workId: string,
  { page, items }: { page: number; items: number } = { page: 1, items: RELEASES_PER_PAGE },
): Promise<WorkReleases> {
  await demandWork(db, actor, workId, 'review');
  const rows = await listReleases(db, workId, sliceOf(page, items));
  const scheduled = await findScheduled(db, workId);
  const list = pageOf(rows, page, items, (row) => ({
    revision: row.revision,
    published_at: row.publishedAt.toISOString(),
    published_by: row.publishedBy,
    note: row.note,
    restored_from: row.restoredFrom,
    pages: row.pages,
    is_current: row.isCurrent,
    can_restore: row.canRestore,
  }));
  return {
    ...list,
    scheduled: scheduled && {
      publish_at: scheduled.publishAt.toISOString(),
      asked_by: scheduled.askedBy,
      note: scheduled.note,
      version: scheduled.workVersion,
    },
    withdrawn_at: (await findWithdrawnAt(db, workId))?.toISOString() ?? null,
  };
}
