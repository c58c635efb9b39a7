import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from './database.ts';

/** Words that a mistyped one may have meant. */
const MAX_MEANT = 3;
/** Of a shorter word nearly every other one is a misspelling; a longer one is no word. */
export const SHORTEST_CORRECTED = 4;
export const LONGEST_CORRECTED = 40;

/**
 * For each word that `known` (a table with the column `word`) neither holds nor continues, the words of it that are most
 * like it, best first; every other word alone. Null = there is nothing to correct.
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
          order by similarity(s.word, asked.word) desc, s.word limit ${MAX_MEANT}) near) as meant
      from unnest(${[...words]}::text[]) with ordinality as asked (word, n) order by asked.n`,
  );
  if (rows.every((row) => row.meant === null)) return null;
  return rows.map((row, index) => row.meant ?? [words[index] as string]);
}
