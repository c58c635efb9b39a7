import { type RawBuilder, sql } from 'kysely';

/** Whether the director sees an event at this time, of the student of a row with `results_from`. */
export const isShown = (at: RawBuilder<unknown>, student: 'ps' | 's' | 'm'): RawBuilder<boolean> =>
  sql<boolean>`${at} >= ${sql.ref(`${student}.results_from`)}`;

/** When the progress `bp` was completed. */
export const completedAt = sql`coalesce(bp.completed_at, bp.updated_at)`;

/**
 * From when on the director sees results of `ps`; null = all. Not null even for an account that is no older, because null would
 * reveal who had an account.
 */
export const hiddenBefore = sql<Date | null>`nullif(ps.results_from, '-infinity')`;

/** The same for the student `u`; null also if the account is no older, because then nothing is hidden. */
export const ownHiddenBefore = sql<Date | null>`case when ps.results_from > u.created_at then ps.results_from end`;
