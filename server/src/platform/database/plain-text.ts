import { type RawBuilder, sql } from 'kysely';
import { type Db, one } from './database.ts';
import { escapeLike } from './terms.ts';

/**
 * The normalized form of a term, in which names are compared. It is a statement of its own, because a statement that is
 * planned for its term would compute it again at each use.
 */
export const plainTerm = async (db: Db, term: string): Promise<string> =>
  (await one(db, sql<{ plain: string }>`select plain_text(${term}) as plain`)).plain;

/** Nearly every name contains a shorter term, so it must begin a word. */
const SHORTEST_WITHIN = 3;
/** Nearly every word resembles a shorter term. */
const SHORTEST_FORGIVEN = 4;
const lettersOf = (term: string) => [...term].length;

/** Whether the `plain_…` column contains the term; both sides of the `or` use its trigram index. */
export function contains(plain: RawBuilder<unknown>, term: string): RawBuilder<boolean> {
  const pattern = escapeLike(term);
  return lettersOf(term) < SHORTEST_WITHIN
    ? sql`(${plain} like ${`${pattern}%`} or ${plain} like ${`% ${pattern}%`})`
    : sql`${plain} like ${`%${pattern}%`}`;
}

export const beginsWith = (plain: RawBuilder<unknown>, term: string): RawBuilder<boolean> =>
  sql`${plain} like ${`${escapeLike(term)}%`}`;

/** Whether the column has words similar to the term: `<%` finds "cardiolgy" in "clinical cardiology". */
export const isLike = (plain: RawBuilder<unknown>, term: string): RawBuilder<boolean> =>
  lettersOf(term) < SHORTEST_FORGIVEN ? sql`false` : sql`${term} <% ${plain}`;

export const likeness = (plain: RawBuilder<unknown>, term: string): RawBuilder<number> =>
  sql`word_similarity(${term}, ${plain})`;
