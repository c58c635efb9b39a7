import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';

/** Exported in a special form: see `PARTS` of the download. */
const IN_PARTS = new Set([
  'comments',
  'institution_members',
  'second_factors',
  'sessions',
  'support_messages',
  'topics',
  'users',
]);

/** Tables that refer to an account but are not exported, and why. */
export const NOT_HANDED_OUT: Readonly<Record<string, string>> = {
  audit_log: 'names its actor; it is the record of what was done to others',
  known_devices: 'keyed hashes, which mean nothing outside',
  one_time_tokens: 'hashes of links',
  people_import_addresses: 'hashes of the addresses of others',
  people_imports: 'names who added others to a group, and who undid it',
  program_assignments: 'names who set a task; it belongs to the program',
  recovery_codes: 'hashes of codes that sign in',
  told_places: 'which letters were sent in the last two days',
  study_decisions: 'names who decided what readers see of a study; it belongs to the book',
  removed_work_files: 'names who added and removed a file of a book; it belongs to the book',
  work_file_events: 'names who added, removed and put back files of a book; it belongs to the book',
  work_files: 'names who added a file to a book; it belongs to the book',
  work_operations: 'names who changed a book; it belongs to the book',
  books: 'names who set a price or withdrew the book',
  deleted_works: 'names who deleted a draft; what remains of a book that never was',
  packages: 'names who set the price of a bundle',
  work_reviews: 'names who asked for a review of a book; it belongs to the book',
  work_studies: 'names who added the files of a study to a book; it belongs to the book',
  work_visits: 'when somebody had a book open last; it is forgotten with the next visit',
  works: 'names who began a book',
  releases: 'names who published a book',
};

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
}

/** Foreign keys with one column, read from the database. */
const listReferences = (db: Db): Promise<Reference[]> =>
  many(
    db,
    sql<Reference>`
      select child.relname as "table", a.attname as "column", parent.relname as parent, b.attname as "parentColumn"
      from pg_constraint c
      join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
      where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = current_schema()::regnamespace
      order by 1, 2`,
  );

/**
 * The tables with data of a user, found in the database, so that new tables are exported automatically: those with a column
 * `user_id`, and those that refer to such rows directly or indirectly.
 */
export async function listOwnTables(
  db: Db,
  userId: string,
): Promise<{ table: string; where: RawBuilder<unknown> }[]> {
  const direct = await many(
    db,
    sql<{ table: string }>`
      select table_name as "table" from information_schema.columns
      where table_schema = current_schema() and column_name = 'user_id' order by table_name`,
  );
  const ways = new Map<string, RawBuilder<unknown>>(
    direct.map(({ table }) => [table, sql`user_id = ${userId}`]),
  );
  const references = await listReferences(db);
  // Iterating over a growing map also visits the entries that are added on the way.
  for (const [parent, where] of ways)
    for (const reference of references)
      if (reference.parent === parent && !ways.has(reference.table) && !IN_PARTS.has(reference.table))
        ways.set(
          reference.table,
          sql`${sql.ref(reference.column)} in (
            select ${sql.ref(reference.parentColumn)} from ${sql.table(parent)} where ${where})`,
        );
  return [...ways]
    .filter(([table]) => !IN_PARTS.has(table) && !(table in NOT_HANDED_OUT))
    .map(([table, where]) => ({ table, where }))
    .sort((one, other) => (one.table < other.table ? -1 : 1));
}
