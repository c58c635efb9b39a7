import { type RawBuilder, sql } from 'kysely';

/*
 * Editions of a book that are in one program count as one book: whoever completed one of them completed the book. Results in
 * an edition that the program does not have are none of its business.
 */

/** A relation (book_id, first_id): the books of a program, each with the first edition of its line. */
export const programEditions = (programId: RawBuilder<unknown> | string): RawBuilder<unknown> => sql`(
  with recursive line (book_id, at_id, older_id) as (
    select b.id, b.id, b.old_version_book_id from program_books pb join books b on b.id = pb.book_id
      where pb.program_id = ${programId}
    union select line.book_id, b.id, b.old_version_book_id from line join books b on b.id = line.older_id)
  select book_id, at_id as first_id from line where older_id is null)`;

/** The books of a program that are editions of the one with this id, itself among them. */
export const editionsOf = (
  programId: RawBuilder<unknown> | string,
  bookId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select other.book_id from ${programEditions(programId)} one
  join ${programEditions(programId)} other on other.first_id = one.first_id where one.book_id = ${bookId}
  union select ${bookId})`;

/** Whether a day lies after the last day of an edition. */
export const isAfterLastDay = (bookId: RawBuilder<unknown>, day: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from books n where n.old_version_book_id = ${bookId} and n.published_at <= ${now}
    and n.readable_until < ${day}::date)`;

/** Whether the last day of an edition is over: nobody is asked for tasks in it. */
export const isClosed = (bookId: RawBuilder<unknown>, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from books n where n.old_version_book_id = ${bookId} and n.published_at <= ${now}
    and n.readable_until < (${now}::timestamptz at time zone 'UTC')::date)`;
