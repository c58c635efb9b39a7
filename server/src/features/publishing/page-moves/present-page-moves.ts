import type { PageMoves as ToldMoves } from '@vesalius/contract/work-page-moves';
import type { PageMoves } from './read-page-moves.ts';

export function presentPageMoves({
  version,
  pdf,
  state,
  pages,
  things,
}: PageMoves & { version: number; pdf: string | null }): ToldMoves {
  const gone = [...(pages?.places ?? [])].flatMap(([page, place]) => (place.state === 'gone' ? [page] : []));
  return {
    ...{ version, pdf, state, page_count: pages && { ...pages.pageCount } },
    ...{ added: runsOf([...(pages?.added ?? [])]), removed: runsOf(gone), things: [...things] },
  };
}

function runsOf(pages: readonly number[]): ToldMoves['added'] {
  const runs: ToldMoves['added'] = [];
  for (const page of pages.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.first_page + run.count === page) run.count += 1;
    else runs.push({ first_page: page, count: 1 });
  }
  return runs;
}
