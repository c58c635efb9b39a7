/** Books that are being made: the good requests and whose they are. */
import type { studioEndpoints } from '@vesalius/contract/studio';
import type { workReleasesEndpoints } from '@vesalius/contract/work-releases';
import { newId } from '../../platform/ids.ts';
import { buildBook, buildWork } from '../factories.ts';
import { everybody, ladder, only, type Row, type Rule } from './row.ts';
import type { World } from './world.ts';

const reviews = only(
  ['staff', 'producer', 'author', 'editor'],
  404,
  'staff, and producers, authors and editors of the book; for others it does not exist',
);
const edits = ladder(
  ['staff', 'producer'],
  ['author', 'editor'],
  'staff and producers of the book; its authors and editors are refused, for others it does not exist',
);
const at = ({ book }: World) => ({ params: { id: book.id } });
const person = { email: 'somebody@people.example', work_role: 'author' };

export const studioRows: Record<keyof typeof studioEndpoints, Row> = {
  listWorks: { rule: everybody },
  createWork: {
    rule: everybody,
    good: () => ({ body: { slug: `work-${newId()}`, title: 'Atlas of the Lung' } }),
  },
  getWork: { rule: reviews, good: at },
  changeWork: {
    rule: edits,
    good: (world) => ({
      ...at(world),
      body: {
        base_version: 0,
        changes: [
          {
            id: newId(),
            operations: [{ op: 'insert', path: ['faculty'], entry: { _id: newId() }, after: null }],
          },
        ],
      },
    }),
  },
  listWorkChanges: { rule: reviews, good: (world) => ({ ...at(world), query: { since: 0 } }) },
  undoWorkChange: {
    rule: edits,
    good: (world) => ({ ...at(world), body: { id: newId(), since: 0, redo: true } }),
  },
  listWorkHistory: { rule: reviews, good: at },
  addWorkPerson: { rule: everybody, good: (world) => ({ ...at(world), body: person }) },
  removeWorkPerson: { rule: everybody, good: (world) => ({ ...at(world), query: person }) },
};

/** Of a work without anything to publish: whoever may is told so. */
const editsInVain = (status: number, words: string): Rule => ({
  words,
  of: (caller) => {
    const held = edits.of(caller);
    return held === 'ok' ? status : held;
  },
});
const incomplete = editsInVain(
  422,
  'staff and producers are told what is missing; its authors and editors are refused',
);
/** A book of its own: what others look at stays in the shop. */
const atOwnBook = async ({ t, people }: World) => {
  const assigned = { authors: [people.author.email], editors: [people.editor.email] };
  const { id } = await buildBook(t.deps.db, assigned);
  await buildWork(t.deps.db, { id, producers: [people.producer.email] });
  return { params: { id } };
};
export const workReleasesRows: Record<keyof typeof workReleasesEndpoints, Row> = {
  getWorkCheckList: { rule: reviews, good: at },
  listReleases: { rule: reviews, good: at },
  publishWork: {
    rule: incomplete,
    good: async (world) => ({ ...(await atOwnBook(world)), body: { version: 0 } }),
  },
  restoreRelease: {
    rule: editsInVain(
      404,
      'staff and producers, of a release that there is; its authors and editors are refused',
    ),
    good: ({ book }) => ({ params: { id: book.id, revision: '77' }, body: {} }),
  },
  scheduleRelease: {
    rule: incomplete,
    good: async (world) => ({
      ...(await atOwnBook(world)),
      body: { version: 0, publish_at: '2030-01-01T08:00:00Z' },
    }),
  },
  cancelSchedule: { rule: edits, good: at },
  withdrawBook: { rule: edits, good: atOwnBook },
  bringBackBook: { rule: edits, good: at },
};
