import type { ListedBook } from '@vesalius/contract/publishing-admin';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { contains, plainTerm } from '../../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../../platform/database/terms.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { PublishersTable } from '../../../schema/tables.ts';
import { listedBook } from './listed-book-queries.ts';

export interface PublisherDetails
  extends Pick<
    PublishersTable,
    'name' | 'imprint' | 'logoKey' | 'website' | 'contactEmail' | 'requiredApprovals'
  > {}
export interface CataloguePublisherRow extends PublisherDetails, Pick<PublishersTable, 'id' | 'slug'> {
  readonly changedAt: Date | null;
  readonly bookCount: number;
}

const columns: RawBuilder<CataloguePublisherRow> = sql`p.id, p.slug, p.name, p.imprint, p.logo_key as "logoKey",
  p.website, p.contact_email as "contactEmail", p.required_approvals as "requiredApprovals", p.details_set_at as "changedAt",
  (select count(*) from books b where b.publisher_id = p.id and b.preview_of is null) as "bookCount"`;

export async function listPublishers(
  db: Db,
  { search, limit, offset }: Slice & { search: string | undefined },
): Promise<(CataloguePublisherRow & { count: number })[]> {
  const name = sql`plain_text(p.name || ' ' || coalesce(p.imprint, ''))`;
  const where = search ? sql`where ${contains(name, await plainTerm(db, search))}` : sql``;
  return many(
    db,
    sql<CataloguePublisherRow & { count: number }>`${PLANNED_FOR_ITS_TERM}
      select ${columns}, (select count(*) from publishers p ${where})::int as count from publishers p ${where}
      order by ${name} using ~<~, p.id limit ${limit} offset ${offset}`,
  );
}

export const findPublisher = (db: Db, id: string): Promise<CataloguePublisherRow | null> =>
  maybeOne(db, sql<CataloguePublisherRow>`select ${columns} from publishers p where p.id = ${id}`);

export const lockPublisher = async (tx: Tx, id: string): Promise<CataloguePublisherRow | null> => {
  await sql`select 1 from publishers where id = ${id} for update`.execute(tx);
  return findPublisher(tx, id);
};

export const listPublisherBooks = (db: Db, id: string, now: Date): Promise<ListedBook[]> =>
  many(
    db,
    sql<ListedBook>`select ${listedBook(now)} from books b where b.publisher_id = ${id} and b.preview_of is null
      order by b.plain_title collate "C", b.id limit 500`,
  );

/** The number of inserted rows: 0 if the slug is taken. */
export const insertPublisher = (
  tx: Tx,
  {
    id,
    slug,
    name,
    imprint,
    logoKey,
    website,
    contactEmail,
    requiredApprovals,
  }: PublisherDetails & { id: string; slug: string },
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`insert into publishers (id, slug, name, imprint, logo_key, website, contact_email, required_approvals,
        details_set_at, created_at)
      values (${id}, ${slug}, ${name}, ${imprint}, ${logoKey}, ${website}, ${contactEmail}, ${requiredApprovals}, ${now}, ${now})
      on conflict (slug) do nothing`,
  );

export const updatePublisherDetails = (
  tx: Tx,
  id: string,
  { name, imprint, logoKey, website, contactEmail, requiredApprovals }: PublisherDetails,
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`update publishers set name = ${name}, imprint = ${imprint}, logo_key = ${logoKey}, website = ${website},
      contact_email = ${contactEmail}, required_approvals = ${requiredApprovals}, details_set_at = ${now} where id = ${id}`,
  );
