import { type RawBuilder, sql } from 'kysely';

/** From when on the director counts shown pages, in the unit of `shown_time`; computed once per student. */
export const shownSince = (student: 'ps'): RawBuilder<number> => {
  const from = sql.ref(`${student}.results_from`);
  return sql<number>`(case when isfinite(${from}) then shown_time(${from}) else -2147483648 end)`;
};

/**
 * Whether the row `r` of `chapter_reads` counts: its pages were shown since then. The current page proves nothing, because
 * readers jump.
 */
export const isReadSince = (since: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`r.read_at >= ${since}`;
