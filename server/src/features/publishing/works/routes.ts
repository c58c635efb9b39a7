import { studioEndpoints } from '@vesalius/contract/studio';
import type { FastifyInstance } from 'fastify';
import { plainTerm } from '../../../platform/database/plain-text.ts';
import type { Deps } from '../../../platform/deps.ts';
import { metadataOf, pageOf, sliceOf } from '../../../platform/lists.ts';
import { mount } from '../../accounts/mount.ts';
import { readPublicationOf } from '../releases/present-publication.ts';
import { demandWork } from '../studio/access.ts';
import { editionOf, findBeginning } from './beginning.ts';
import { changeWork } from './change-work.ts';
import { createWork } from './create-work.ts';
import { deleteWork } from './delete-work.ts';
import { addWorkPerson, removeWorkPerson, type TellAssignments } from './name-people.ts';
import { countHistory, listHistory } from './operation-queries.ts';
import {
  presentBeginning,
  presentHistory,
  presentOutcome,
  presentPeople,
  presentWorks,
  readPresence,
  readProgress,
  readSteps,
  readWork,
} from './present-work.ts';
import { undoChange } from './undo-change.ts';
import { listWorks } from './work-queries.ts';

export function studioRoutes(app: FastifyInstance, deps: Deps, tellAssignments: TellAssignments): void {
  const { db, clock } = deps;
  mount(app, deps, studioEndpoints, {
    listWorks: async ({ actor, query: { search_term: search, page, items } }) => {
      const term = search ? await plainTerm(db, search) : null;
      const rows = await listWorks(db, actor, { term, ...sliceOf(page, items) });
      const data = await presentWorks(deps, actor, rows);
      return { data, metadata: pageOf(rows, page, items, (row) => row).metadata };
    },
    createWork: async ({ actor, body }) => readWork(deps, actor, await createWork(deps, actor, body)),
    deleteWork: async ({ actor, params }) => {
      await deleteWork(deps, actor, params.id);
      return undefined;
    },
    getWork: ({ actor, params }) => readWork(deps, actor, params.id),
    changeWork: async ({ actor, params: { id }, body: { base_version: base, since = base, changes } }) => {
      const outcomes = await changeWork(deps, actor, id, { base, changes });
      const told = await Promise.all(outcomes.map((outcome) => presentOutcome(db, outcome)));
      return { ...(await readProgress(db, actor, id, since)), outcomes: told };
    },
    listWorkChanges: async ({ actor, params: { id }, query: { since } }) => {
      const mayEdit = (await demandWork(db, actor, id, 'review')) === 'edit';
      const people = await readPresence(db, actor, id, clock.now());
      const progress = await readProgress(db, actor, id, since, mayEdit);
      const publication = await readPublicationOf(db, id, clock.now());
      return { ...progress, people, publication, may_edit: mayEdit };
    },
    undoWorkChange: async ({ actor, params: { id }, body: { since, change_id: changeId, ...undo } }) => {
      const { outcome, target, operations, hasFiles } = await undoChange(deps, actor, id, {
        ...undo,
        changeId,
      });
      return {
        ...(await readProgress(db, actor, id, since)),
        ...(hasFiles ? { steps: await readSteps(db, actor, id) } : {}),
        files_changed: hasFiles,
        outcome: outcome && (await presentOutcome(db, outcome)),
        target,
        refused_operations: outcome?.state === 'applied' ? [] : [...operations],
      };
    },
    listWorkHistory: async ({ actor, params: { id }, query: { page, items } }) => {
      const mayEdit = (await demandWork(db, actor, id, 'review')) === 'edit';
      const beginning = await findBeginning(db, id);
      const first = beginning?.changeId ?? null;
      const rows = await listHistory(db, id, first, sliceOf(page, items));
      const edition = beginning && (await editionOf(db, beginning));
      return {
        data: rows.map((row) =>
          row.changeId === first ? presentBeginning(row, edition) : presentHistory(row, mayEdit),
        ),
        metadata: metadataOf(await countHistory(db, id, first), page, items),
      };
    },
    addWorkPerson: async ({ actor, params, body }) => {
      await addWorkPerson({ db, clock, tellAssignments }, actor, params.id, {
        email: body.email,
        role: body.work_role,
      });
      return { people: await presentPeople(db, params.id) };
    },
    removeWorkPerson: async ({ actor, params, query }) => {
      await removeWorkPerson({ db, clock, tellAssignments }, actor, params.id, {
        email: query.email,
        role: query.work_role,
      });
      return undefined;
    },
  });
}
