import { doiOf, isbn13Of } from '@vesalius/contract/identifiers';
import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { BooksTable, PublishersTable } from '../../../schema/tables.ts';
import type { Manifest } from '../manifest.ts';

type Bibliography = Partial<Pick<Manifest, 'isbn' | 'doi'>>;

/** In the form that the search compares. */
export const identifiersOf = ({ isbn, doi }: Bibliography): string[] => {
  const all = [...[isbn?.print, isbn?.electronic].map((text) => text && isbn13Of(text)), doi && doiOf(doi)];
  return [...new Set(all.filter((each) => typeof each === 'string' && each !== ''))] as string[];
};

/** Stores the identifiers by which libraries know the book, and its publisher, which is inserted if it is new. */
export async function storeBibliography(
  tx: Tx,
  bookId: string,
  { isbn, doi, subjects, publisher }: Manifest,
  { keepsPublisher, now }: { keepsPublisher: boolean; now: Date },
): Promise<void> {
  const publisherId = publisher && !keepsPublisher ? await upsertPublisher(tx, publisher, now) : null;
  await sql`update books set isbn_print = ${isbn?.print ?? null}, isbn_electronic = ${isbn?.electronic ?? null},
    doi = ${doi ?? null}, subjects = ${jsonb(subjects)}, publisher_id = ${keepsPublisher ? sql`publisher_id` : publisherId},
    -- Of a preview none: they belong to the book itself.
    identifiers = case when preview_of is null then ${identifiersOf({ isbn, doi })}::text[] else '{}' end where id = ${bookId}`.execute(
    tx,
  );
}

/** A name that staff set, or that the manifest omits, stays. */
async function upsertPublisher(
  tx: Tx,
  { slug, name }: NonNullable<Manifest['publisher']>,
  now: Date,
): Promise<string> {
  const row = await one(
    tx,
    sql<Pick<PublishersTable, 'id'>>`
      insert into publishers (id, slug, name, created_at) values (${newId()}, ${slug}, ${name ?? slug}, ${now})
      on conflict (slug) do update set
        name = case when publishers.details_set_at is null then coalesce(${name ?? null}, publishers.name)
          else publishers.name end
      returning id`,
  );
  return row.id;
}

export const findPublisherBySlug = (
  db: Db,
  slug: string,
): Promise<{ name: string; isSetByStaff: boolean } | null> =>
  maybeOne(
    db,
    sql<{ name: string; isSetByStaff: boolean }>`
      select name, details_set_at is not null as "isSetByStaff" from publishers where slug = ${slug}`,
  );

/** Other books with one of the identifiers: each identifier belongs to one edition. */
export const listSameIdentifiers = (
  db: Db,
  { slug, edition }: { slug: string; edition: string },
  identifiers: readonly string[],
): Promise<Pick<BooksTable, 'title' | 'edition' | 'identifiers'>[]> =>
  many(
    db,
    sql<Pick<BooksTable, 'title' | 'edition' | 'identifiers'>>`
      select title, edition, identifiers from books
      where identifiers && ${[...identifiers]}::text[] and identifiers <> '{}'
        and (slug, edition) <> (${slug}, ${edition}) limit 5`,
  );
