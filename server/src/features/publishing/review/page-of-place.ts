import type { PageInSet, PageRun } from '@vesalius/contract/page-runs';

/** The present number of a page; null if the book does not contain it any more. */
export function pageOfPlace(runs: readonly PageRun[], { set, page }: PageInSet): number | null {
  const run = runs.find(
    (each) => each.set === set && each.from <= page && page <= each.from + each.last - each.first,
  );
  return run ? run.first + page - run.from : null;
}
