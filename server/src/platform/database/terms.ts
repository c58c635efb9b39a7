import { sql } from 'kysely';

/** Escapes a search term for a pattern of `like`, so that its wildcard characters stand for themselves. */
export const escapeLike = (term: string): string => term.replace(/[\\%_]/g, '\\$&');
export const containing = (term: string): string => `%${escapeLike(term)}%`;

/** A name with its words reversed, as lists write it: "Vesal, Andries" is Andries Vesal. */
export const turned = (name: string): string =>
  name
    .trim()
    .split(/[\s,]+/)
    .reverse()
    .join(' ');

/**
 * Put at the beginning of a statement, it keeps the statement from being prepared: it is planned for each term, because the
 * best index depends on how common the term is. (client.ts names only statements that begin with their verb.)
 */
export const PLANNED_FOR_ITS_TERM = sql`/* planned for its term */`;
