import type { SearchTerm } from '@vesalius/contract/reader-search';

/** Words are folded letters and digits only (contract), so nothing in them can end the quotes of the query. */
export const toTsquery = (terms: readonly SearchTerm[]): string =>
  terms
    .map(({ spellings, exact }) =>
      spellings.map((words) => words.map((word) => `'${word}'`).join(' <-> ') + (exact ? '' : ':*')),
    )
    .map((spellings) => `(${spellings.join(' | ')})`)
    .join(' & ');
