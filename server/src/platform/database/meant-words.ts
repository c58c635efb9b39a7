import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from './database.ts';

/** How many suggestions a mistyped word gets. */
const MAX_SUGGESTIONS = 3;
/** Nearly every word resembles a shorter one; a longer one is not a word. */
export const SHORTEST_CORRECTED = 4;
export const LONGEST_CORRECTED = 40;

/**
 * For each word that is neither in `known` (a table with the column `word`) nor a prefix of one there, the most similar known
 * words, best first; for every other word, itself. Null = nothing to correct.
 */
export async function meantWords(
  db: Db,
  words: readonly string[],
  known: { readonly table: RawBuilder<unknown>; readonly cte?: RawBuilder<unknown> },
): Promise<string[][] | null> {
  const rows = await many(
    db,
    sql<{ meant: string[] | null }>`
      ${known.cte ? sql`with ${known.table} as materialized (${known.cte})` : sql``}
      select (select array_agg(near.word) from (
          select s.word from ${known.table} s where length(asked.word) >= ${SHORTEST_CORRECTED}
            and s.word % asked.word
            and not exists (select 1 from ${known.table} known where known.word like asked.word || '%')
          order by similarity(s.word, asked.word) desc, s.word limit ${MAX_SUGGESTIONS}) near) as meant
      from unnest(${[...words]}::text[]) with ordinality as asked (word, n) order by asked.n`,
  );
  if (rows.every((row) => row.meant === null)) return null;
  return rows.map((row, index) => row.meant ?? [words[index] as string]);
}
