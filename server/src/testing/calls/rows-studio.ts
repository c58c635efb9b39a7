/** Books that are being made: the good requests and whose they are. */
import type { studioEndpoints } from '@vesalius/contract/studio';
import { newId } from '../../platform/ids.ts';
import { everybody, ladder, only, type Row } from './row.ts';
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
