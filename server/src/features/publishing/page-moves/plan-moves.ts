import { randomBytes } from 'node:crypto';
import type { Operation } from '@vesalius/contract/working-copy';
import { type Fields, idOf, type Path } from '@vesalius/contract/working-copy-document';
import { type Entry, entriesAt, materialsOf, nameOf, pageAt, singlePages } from './page-values.ts';
import {
  type Aim,
  aimOf,
  type FollowValue,
  planChapters,
  planFrontMatter,
  planLabels,
  planTests,
} from './plan-ranges.ts';

/** A page number that should follow its page. */
interface MovedThing {
  /** Of the field, or of the material whose page it is. */
  readonly path: Path;
  readonly from: number;
  /** Null: nothing says where it went. */
  readonly to: number | null;
  readonly state: 'moves' | 'gone' | 'uncertain';
}
export interface MovesPlan {
  readonly things: readonly MovedThing[];
  readonly operations: readonly Operation[];
}

/** `isSettled`: whether a material was brought to its place after the PDF was set. */
export function planMoves(
  document: Fields,
  follow: FollowValue,
  isSettled: (materialName: string) => boolean,
): MovesPlan {
  const chapters = planChapters(document, follow);
  const aims = [
    ...planFrontMatter(document, follow),
    ...planLabels(document, follow),
    ...chapters.flatMap(({ first, last }) => [first, last]),
    ...planTests(document, chapters, follow),
    ...singlePages(document).map((value) => aimOf(value, follow)),
  ];
  const groups = entriesAt([], document, 'supplementaries').map((group) =>
    planGroup(group, follow, isSettled),
  );
  return {
    things: [...aims.flatMap(thingOf), ...groups.flatMap(({ things }) => things)],
    operations: [
      ...aims.flatMap(({ value, to }): Operation[] =>
        to.state === 'found' && to.page !== value.page
          ? [{ op: 'set', path: value.path, value: to.page }]
          : [],
      ),
      ...groups.flatMap(({ operations }) => operations),
    ],
  };
}

const thingOf = ({ value: { path, page }, to }: Aim): MovedThing[] => {
  if (to.state !== 'found') return [{ path, from: page, to: null, state: to.state }];
  return to.page === page ? [] : [{ path, from: page, to: to.page, state: 'moves' }];
};

/** The materials of a page move with it; those that were brought there since stay at its number. */
function planGroup(
  group: Entry,
  follow: FollowValue,
  isSettled: (materialName: string) => boolean,
): MovesPlan {
  const value = pageAt(group, 'page');
  if (!value) return { things: [], operations: [] };
  const { to } = aimOf(value, follow);
  const materials = materialsOf(group);
  const settled = materials.filter(({ path }) => isSettled(nameOf(path)));
  const things = materials
    .filter((each) => !settled.includes(each))
    .flatMap(({ path }) => thingOf({ value: { path, page: value.page }, to }));
  if (to.state !== 'found' || to.page === value.page || things.length === 0)
    return { things, operations: [] };
  const move: Operation = { op: 'set', path: value.path, value: to.page };
  return { things, operations: [...leaveBehind(settled, { group, page: value.page }), move] };
}

function leaveBehind(
  settled: readonly Entry[],
  { group, page }: { group: Entry; page: number },
): Operation[] {
  if (settled.length === 0) return [];
  const [list = ''] = group.path;
  const id = randomBytes(6).toString('hex');
  const target: Path = [list, `#${id}`, 'materials'];
  const ids = settled.map(({ fields }) => idOf(fields));
  return [
    { op: 'insert', path: [list], entry: { _id: id, page }, after: idOf(group.fields) },
    ...settled.map(
      ({ path }, index): Operation => ({ op: 'move', path, to: target, after: ids[index - 1] ?? null }),
    ),
  ];
}
