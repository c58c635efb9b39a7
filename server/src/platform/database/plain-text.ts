import { type RawBuilder, sql } from 'kysely';
import { type Db, one } from './database.ts';
import { escapeLike } from './terms.ts';

/**
 * A term in the form in which names are compared. Asked for by itself: in a statement that is planned for its term each
 * use would be worked out again.
 */
export const plainTerm = async (db: Db, term: string): Promise<string> =>
  (await one(db, sql<{ plain: string }>`select plain_text(${term}) as plain`)).plain;

/** A shorter term would stand within nearly every name: it has to begin a word. */
const SHORTEST_WITHIN = 3;
/** Of a shorter term nearly every word is a misspelling. */
const SHORTEST_FORGIVEN = 4;
const lettersOf = (term: string) => [...term].length;

/** The `plain_…` column contains the term; both sides of the `or` use its trigrams. */
export function contains(plain: RawBuilder<unknown>, term: string): RawBuilder<boolean> {
  const pattern = escapeLike(term);
  return lettersOf(term) < SHORTEST_WITHIN
    ? sql`(${plain} like ${`${pattern}%`} or ${plain} like ${`% ${pattern}%`})`
    : sql`${plain} like ${`%${pattern}%`}`;
}

export const beginsWith = (plain: RawBuilder<unknown>, term: string): RawBuilder<boolean> =>
  sql`${plain} like ${`${escapeLike(term)}%`}`;

/** Words like those of the term: `<%` finds "cardiolgy" in "clinical cardiology". */
export const isLike = (plain: RawBuilder<unknown>, term: string): RawBuilder<boolean> =>
  lettersOf(term) < SHORTEST_FORGIVEN ? sql`false` : sql`${term} <% ${plain}`;

export const likeness = (plain: RawBuilder<unknown>, term: string): RawBuilder<number> =>
  sql`word_similarity(${term}, ${plain})`;
