import type { Finding } from '../works/work-under-check.ts';
import type { PageMoves } from './read-page-moves.ts';

/** What the check list says while page numbers belong to an earlier PDF. */
export function findingsOfMoves({ things }: Pick<PageMoves, 'things'>): Finding[] {
  const count = things.filter(({ state }) => state === 'moves').length;
  const left = things.filter(({ state }) => state !== 'moves');
  return [
    ...(count > 0
      ? [
          warning(
            ['pdf'],
            `has pages under other numbers than the PDF before; move what belongs to them on the desk (${count})`,
          ),
        ]
      : []),
    ...left.map(({ path, from, state }) =>
      warning(
        path,
        state === 'gone'
          ? `names page ${from} of the PDF before, which is not in the new one; choose another page`
          : `names page ${from} of the PDF before, which was not found in the new one; look where it is now`,
      ),
    ),
  ];
}

const warning = (path: Finding['path'], text: string): Finding => ({
  kind: 'warning',
  path,
  file: null,
  text,
});
