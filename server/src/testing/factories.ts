/** Rows with sensible values for tests. Each factory creates the parents it needs; a test states only what matters to it. */
import type { Role } from '@vesalius/contract/calls';
import { sql } from 'kysely';
import { indexPages } from '../features/publishing/store/content-queries.ts';
import { indexBook } from '../features/search/index-book.ts';
import { type Db, jsonb, one } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { newId } from '../platform/ids.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
let counter = 0;
const next = () => ++counter;

export interface UserFields {
  role?: Role;
  email?: string;
  firstName?: string;
  secondName?: string;
  verified?: boolean;
  /** False = others created the account, and its owner has not opened it. */
  hasAcceptedTerms?: boolean;
  isBeta?: boolean;
  institutionId?: string;
  mayClaimCredit?: boolean;
  timeZone?: string;
}

export async function buildUser(db: Db, fields: UserFields = {}) {
  const number = next();
  const user = {
    id: newId(),
    role: fields.role ?? ('customer' as Role),
    email: fields.email ?? `person${number}@example.org`,
    firstName: fields.firstName ?? 'Ada',
    // In letters: a name with a number in it reads as a message, which letters leave out.
    secondName:
      fields.secondName ??
      `Reader${String(number).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`,
  };
  const professionId = await buildProfession(db, fields.mayClaimCredit ?? true);
  await sql`insert into users (id, role, email, first_name, second_name, email_verified_at, is_beta, profession_id, time_zone,
      terms_accepted_at, created_at)
    values (${user.id}, ${user.role}, ${user.email}, ${user.firstName}, ${user.secondName},
      ${fields.verified === false ? null : NOW}, ${fields.isBeta ?? false}, ${professionId},
      ${fields.timeZone ?? 'UTC'}, ${fields.hasAcceptedTerms === false ? null : NOW}, ${NOW})`.execute(db);
  if (fields.institutionId)
    await sql`insert into institution_members (institution_id, user_id, joined_at)
      values (${fields.institutionId}, ${user.id}, ${NOW})`.execute(db);
  return user;
}

/** A profession that may claim credit and one that may not, created when first needed. */
async function buildProfession(db: Db, mayClaimCredit: boolean): Promise<string> {
  const key = mayClaimCredit ? 'test-physician' : 'test-nurse';
  const row = await one(
    db,
    sql<{ id: string }>`insert into professions (id, key, name, name_ar, may_claim_credit, position)
      values (${newId()}, ${key}, ${key}, ${key}, ${mayClaimCredit}, 1000)
      on conflict (key) do update set position = 1000 returning id`,
  );
  return row.id;
}

export interface BookFields {
  id?: string;
  slug?: string;
  title?: string;
  author?: string;
  category?: string;
  priceCents?: number;
  pages?: number;
  featured?: boolean;
  releaseDate?: string;
  published?: boolean;
  certificate?: Record<string, unknown> | null;
  authors?: string[];
  editors?: string[];
}

/** Sets the text of a page and indexes it as an import does. */
export const writePage = (db: Db, bookId: string, page: number, text: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`update book_pages set text = ${text} where book_id = ${bookId} and page_number = ${page}`.execute(
      tx,
    );
    await indexPages(tx, [{ bookId, page, text }]);
    await indexBook(tx, bookId);
  });

export async function buildBook(db: Db, fields: BookFields = {}) {
  const number = next();
  const id = fields.id ?? newId();
  const pages = fields.pages ?? 40;
  const title = fields.title ?? `Book ${number}`;
  const category = await one(
    db,
    sql<{
      id: string;
    }>`insert into categories (id, name) values (${newId()}, ${fields.category ?? 'Cardiology'})
      on conflict (name) do update set name = excluded.name returning id`,
  );
  await sql`insert into books (id, slug, edition, language, title, author, category_id, featured, price_cents,
      release_date, cover_key, brief, number_of_pages, certificate, revision, published_at, created_at, updated_at)
    values (${id}, ${fields.slug ?? `book-${number}`}, '1', 'en', ${title}, ${fields.author ?? 'A. Writer'},
      ${category.id}, ${fields.featured ?? false}, ${fields.priceCents ?? 19900},
      ${fields.releaseDate ?? '2026-01-15'}, 'public/none.webp', 'What it is about.', ${pages},
      ${fields.certificate ? jsonb(fields.certificate) : null}, 1, ${fields.published === false ? null : NOW}, ${NOW}, ${NOW})`.execute(
    db,
  );
  const half = Math.max(1, Math.floor(pages / 2));
  await sql`insert into chapters (id, book_id, key, position, title, first_page, last_page) values
    (${newId()}, ${id}, 'one', 1, 'First chapter', 1, ${half}),
    (${newId()}, ${id}, 'two', 2, 'Second chapter', ${half + 1}, ${pages})`.execute(db);
  await sql`insert into book_pages (book_id, page_number, label, width, height, text, search_vector)
    select ${id}::uuid, n, n::text, 504, 720, 'page ' || n || ' of ' || ${title},
      to_tsvector('simple', 'page ' || n || ' of ' || ${title})
    from generate_series(1, ${pages}::int) n`.execute(db);
  await sql`insert into search_words (word) select word from unnest(tsvector_to_array(to_tsvector('simple', ${title})))
    as w (word) where length(word) >= 4 order by word on conflict do nothing`.execute(db);
  // A test of an earlier migration has no index yet.
  if ((await one(db, sql<{ name: string | null }>`select to_regclass('search_books')::text as name`)).name)
    await inTransaction(db, (tx) => indexBook(tx, id));
  for (const [role, emails] of [
    ['author', fields.authors ?? []],
    ['editor', fields.editors ?? []],
  ] as const)
    for (const email of emails)
      await sql`insert into book_assignments (book_id, email, role) values (${id}, ${email}, ${role})`.execute(
        db,
      );
  return { id, title, pages, categoryId: category.id };
}

/** A working copy; of the book with this id, if it is given. */
export async function buildWork(
  db: Db,
  fields: { id?: string; manifest?: Record<string, unknown>; producers?: string[] } = {},
) {
  const id = fields.id ?? newId();
  const manifest = { slug: `work-${next()}`, title: 'A book in the making', ...fields.manifest };
  await sql`insert into works (id, manifest, created_at, changed_at)
    values (${id}, ${jsonb(manifest)}, ${NOW}, ${NOW})`.execute(db);
  for (const email of fields.producers ?? [])
    await sql`insert into book_assignments (book_id, email, role) values (${id}, ${email}, 'producer')`.execute(
      db,
    );
  return { id, manifest };
}

export async function buildSubscription(
  db: Db,
  fields: { userId: string; bookId?: string; packageId?: string; endsAt?: Date; renews?: boolean },
) {
  const id = newId();
  const bookId = fields.bookId ?? (fields.packageId ? null : (await buildBook(db)).id);
  await sql`insert into subscriptions (id, user_id, book_id, package_id, gateway, renews, started_at, ends_at, created_at)
    values (${id}, ${fields.userId}, ${bookId}, ${fields.packageId ?? null}, 'free', ${fields.renews ?? true},
      ${NOW}, ${fields.endsAt ?? new Date('2027-01-01T00:00:00Z')}, ${NOW})`.execute(db);
  return { id, bookId };
}

export async function buildPackage(
  db: Db,
  fields: { name?: string; priceCents?: number; bookIds?: string[] } = {},
) {
  const id = newId();
  const number = next();
  await sql`insert into packages (id, slug, name, price_cents, published_at, created_at)
    values (${id}, ${`package-${number}`}, ${fields.name ?? `Package ${number}`}, ${fields.priceCents ?? 29900}, ${NOW}, ${NOW})`.execute(
    db,
  );
  const bookIds = fields.bookIds ?? [(await buildBook(db)).id];
  for (const [position, bookId] of bookIds.entries())
    await sql`insert into package_books (package_id, book_id, position) values (${id}, ${bookId}, ${position})`.execute(
      db,
    );
  return { id, bookIds };
}

export async function buildProgram(
  db: Db,
  fields: { name?: string; bookIds?: string[]; directorIds?: string[]; studentIds?: string[] } = {},
) {
  const id = newId();
  const number = next();
  await sql`insert into programs (id, slug, name, created_at)
    values (${id}, ${`program-${number}`}, ${fields.name ?? `Program ${number}`}, ${NOW})`.execute(db);
  for (const [position, bookId] of (fields.bookIds ?? []).entries())
    await sql`insert into program_books (program_id, book_id, position) values (${id}, ${bookId}, ${position})`.execute(
      db,
    );
  for (const userId of fields.directorIds ?? [])
    await sql`insert into program_directors (program_id, user_id) values (${id}, ${userId})`.execute(db);
  for (const userId of fields.studentIds ?? [])
    await sql`insert into program_students (program_id, user_id, joined_at) values (${id}, ${userId}, ${NOW})`.execute(
      db,
    );
  return { id };
}

export async function buildInstitution(
  db: Db,
  fields: { name?: string; bookIds?: string[]; endsAt?: Date } = {},
) {
  const id = newId();
  await sql`insert into institutions (id, name, starts_at, ends_at, created_at)
    values (${id}, ${fields.name ?? 'General Hospital'}, ${NOW}, ${fields.endsAt ?? new Date('2027-01-01T00:00:00Z')}, ${NOW})`.execute(
    db,
  );
  for (const bookId of fields.bookIds ?? [])
    await sql`insert into institution_books (institution_id, book_id) values (${id}, ${bookId})`.execute(db);
  return { id };
}
