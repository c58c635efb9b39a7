import { sql } from 'kysely';

/** What somebody looks for, in a pattern of `like`: letters that would be signs of the pattern stand for themselves. */
export const escapeLike = (term: string): string => term.replace(/[\\%_]/g, '\\$&');
export const containing = (term: string): string => `%${escapeLike(term)}%`;

/** The words of a name the other way round, as lists of people write it: "Vesal, Andries" is Andries Vesal. */
export const turned = (name: string): string =>
  name
    .trim()
    .split(/[\s,]+/)
    .reverse()
    .join(' ');

/**
 * At the beginning of a statement: it is not prepared for any term, but planned for the one asked. Which index is best
 * depends on how common the term is. (client.ts names only statements that begin with their verb.)
 */
export const PLANNED_FOR_ITS_TERM = sql`/* planned for its term */`;
