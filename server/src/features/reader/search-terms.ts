import type { SearchTerm } from '@vesalius/contract/reader-search';

/** Words contain only folded letters and digits (contract), so they cannot end the quotes of the query. */
export const toTsquery = (terms: readonly SearchTerm[]): string =>
  terms
    .map(({ spellings, exact, wholeWord }) =>
      spellings.map(
        (words) => words.map((word) => `'${word}'`).join(' <-> ') + (exact || wholeWord ? '' : ':*'),
      ),
    )
    .map((spellings) => `(${spellings.join(' | ')})`)
    .join(' & ');
