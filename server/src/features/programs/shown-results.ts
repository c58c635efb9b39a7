import { type RawBuilder, sql } from 'kysely';

/** Whether the director sees what happened `at`, of the student of a row with `results_from`. */
export const isShown = (at: RawBuilder<unknown>, student: 'ps' | 's' | 'm'): RawBuilder<boolean> =>
  sql<boolean>`${at} >= ${sql.ref(`${student}.results_from`)}`;

/** When the progress `bp` was completed. */
export const completedAt = sql`coalesce(bp.completed_at, bp.updated_at)`;

/**
 * From when on the director sees results of `ps`; null = all. Also of an account that is no older, or it would tell who
 * had one.
 */
export const hiddenBefore = sql<Date | null>`nullif(ps.results_from, '-infinity')`;

/** The same for the student `u`: null also where the account is no older, and nothing is kept back. */
export const ownHiddenBefore = sql<Date | null>`case when ps.results_from > u.created_at then ps.results_from end`;
