import { MIN_READERS_OF_SEARCH } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** More than readers would search for in a book in a month, so that nobody can fill the disk. */
const MAX_TERMS_PER_BOOK = 2_000;
const MAX_PEOPLE_PER_TERM = 100;
/** Terms of too few readers are deleted earlier. */
const UNSHOWN_DAYS = 30;
const SHOWN_DAYS = 90;

export async function upsertMissedSearch(
  db: Db,
  miss: { bookId: string; term: string; termHash: Buffer; personHash: Buffer; now: Date },
): Promise<void> {
  const { bookId, term, termHash, personHash, now } = miss;
  const ofBook = sql`from missed_searches o where o.book_id = ${bookId}`;
  const isNoted = sql`exists (select ${ofBook} and o.term_hash = ${termHash})`;
  const isKnown = sql`${personHash}::bytea = any(m.people)`;
  // A full list drops the oldest term of a single reader, so that nobody can keep out the terms of others.
  await sql`
    with forgotten as (
      delete from missed_searches where book_id = ${bookId} and not ${isNoted} and term_hash = (
        select o.term_hash ${ofBook} and cardinality(o.people) = 1 and (select count(*) ${ofBook}) >= ${MAX_TERMS_PER_BOOK}
        order by o.asked_at limit 1)
      returning 1)
    insert into missed_searches as m (book_id, term_hash, people, asked_at)
    select ${bookId}, ${termHash}, array[${personHash}::bytea], ${now}
    where ${isNoted} or (select count(*) ${ofBook}) < ${MAX_TERMS_PER_BOOK} or exists (select from forgotten)
    on conflict (book_id, term_hash) do update set asked_at = excluded.asked_at,
      people = case when ${isKnown} or cardinality(m.people) >= ${MAX_PEOPLE_PER_TERM} then m.people
        else m.people || ${personHash}::bytea end,
      term = coalesce(m.term, case when cardinality(m.people) + (not ${isKnown})::int >= ${MIN_READERS_OF_SEARCH}
        then ${term} end)`.execute(db);
}

export async function deleteOldMissedSearches(db: Db, now: Date): Promise<void> {
  await sql`delete from missed_searches
    where asked_at < ${now}::timestamptz - case when term is null then ${UNSHOWN_DAYS}::int else ${SHOWN_DAYS}::int end
      * interval '1 day'`.execute(db);
}
