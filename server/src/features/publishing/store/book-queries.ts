import { sql } from 'kysely';
import { jsonb, one, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { PlacedCover } from '../assets/pictures.ts';
import type { Manifest } from '../manifest.ts';
import { dayToCome } from '../releases/release-day.ts';
import { addToPackage, removePackageBooks } from './package-book-queries.ts';
import type { ShopPrice } from './price-queries.ts';

/* The book's row, its people, and the packages and programs that contain it. */

export interface BookPictures {
  readonly cover: PlacedCover;
  readonly faculty: readonly (string | null)[];
  readonly seniorEditors: readonly (string | null)[];
  readonly samples: readonly string[];
}

export interface BookCounts {
  readonly pages: number;
  readonly authors: number;
  readonly speakers: number;
  readonly lectures: number;
  readonly quizzes: number;
  readonly tests: number;
}

export async function upsertCategory(tx: Tx, name: string): Promise<string> {
  const row = await one(
    tx,
    sql<{ id: string }>`insert into categories (id, name, name_ar)
      values (${newId()}, ${name}, (select s.name_ar from specialties s where s.name = ${name}))
      on conflict (name) do update set name = excluded.name returning id`,
  );
  return row.id;
}

interface BookRow {
  readonly id: string;
  readonly revision: number;
  readonly categoryId: string;
  readonly price: ShopPrice;
  readonly oldVersionBookId: string | null;
  readonly pictures: BookPictures;
  readonly counts: BookCounts;
  /** The work that this hidden book previews. */
  readonly previewOf: string | null;
  readonly now: Date;
}

/** Values that the shop decided since, such as the day of publication, stay. */
export async function upsertBook(tx: Tx, manifest: Manifest, row: BookRow): Promise<void> {
  const { id, revision, categoryId, price, oldVersionBookId, pictures, counts, previewOf, now } = row;
  // Until its release date only its authors, editors and staff see it.
  const publishedAt = previewOf === null ? (dayToCome(manifest.release_date, now) ?? now) : null;
  const people = (list: Manifest['faculty'], keys: readonly (string | null)[]) =>
    jsonb(
      list.map(({ name, title = '', biography = '', disclosure = '' }, index) => ({
        ...{ name, title, biography, disclosure },
        image_key: keys[index] ?? null,
      })),
    );
  const samples = jsonb(pictures.samples.map((key) => ({ id: newId(), key })));
  const { cover } = pictures;
  const m = manifest;
  await sql`
    insert into books (id, slug, edition, language, title, author, category_id, featured, price_cents, price_set_in, price_set_by, price_set_at,
      release_date, review_date, expiry_date, cover_key, cover_width, cover_height, cover_color, brief, audience, disclosures, learning_objectives,
      sources, faculty, senior_editors, samples, front_matter_first_page, front_matter_last_page, reading_hours,
      number_of_pages, number_of_authors, number_of_speakers, number_of_lectures, number_of_quizzes,
      number_of_tests, certificate, accessibility, revision, old_version_book_id, readable_until, published_at,
      preview_of, created_at, updated_at)
    values (${id}, ${m.slug}, ${m.edition}, ${m.language}, ${m.title}, ${m.author}, ${categoryId}, ${m.featured},
      ${price.cents}, ${price.setIn}, ${price.setBy}, ${price.setAt}, ${m.release_date}, ${m.review_date ?? null}, ${m.expiry_date ?? null},
      ${cover.key}, ${cover.width}, ${cover.height}, ${cover.color}, ${m.brief}, ${m.audience ?? null}, ${m.disclosures ?? null},
      ${jsonb(m.learning_objectives)}, ${jsonb(m.references)}, ${people(m.faculty, pictures.faculty)},
      ${people(m.senior_editors, pictures.seniorEditors)}, ${samples},
      ${m.front_matter?.first_page ?? null}, ${m.front_matter?.last_page ?? null}, ${m.reading_hours},
      ${counts.pages}, ${counts.authors}, ${counts.speakers}, ${counts.lectures}, ${counts.quizzes},
      ${counts.tests}, ${m.certificate ? jsonb(m.certificate) : null},
      ${m.accessibility ? jsonb({ summary: null, ...m.accessibility }) : null}, ${revision}, ${oldVersionBookId},
      ${m.replaces?.readable_until ?? null}, ${publishedAt}::timestamptz, ${previewOf}::uuid, ${now}, ${now})
    on conflict (id) do update set
      language = excluded.language, title = excluded.title, author = excluded.author,
      category_id = excluded.category_id, featured = excluded.featured,
      price_cents = excluded.price_cents, price_set_in = excluded.price_set_in, price_set_by = excluded.price_set_by,
      price_set_at = excluded.price_set_at,
      release_date = excluded.release_date, review_date = excluded.review_date,
      expiry_date = excluded.expiry_date, cover_key = excluded.cover_key,
      cover_width = excluded.cover_width, cover_height = excluded.cover_height, cover_color = excluded.cover_color, brief = excluded.brief,
      audience = excluded.audience, disclosures = excluded.disclosures,
      learning_objectives = excluded.learning_objectives, sources = excluded.sources,
      faculty = excluded.faculty, senior_editors = excluded.senior_editors, samples = excluded.samples,
      front_matter_first_page = excluded.front_matter_first_page,
      front_matter_last_page = excluded.front_matter_last_page, reading_hours = excluded.reading_hours,
      number_of_pages = excluded.number_of_pages, number_of_authors = excluded.number_of_authors,
      number_of_speakers = excluded.number_of_speakers, number_of_lectures = excluded.number_of_lectures,
      number_of_quizzes = excluded.number_of_quizzes, number_of_tests = excluded.number_of_tests,
      certificate = excluded.certificate, accessibility = excluded.accessibility, revision = excluded.revision,
      old_version_book_id = excluded.old_version_book_id, readable_until = excluded.readable_until,
      published_at = case when books.published_at <= ${now}::timestamptz then books.published_at
        else excluded.published_at end, updated_at = excluded.updated_at`.execute(tx);
}

/** Who stays assigned may be acting on the book: those rows are not touched. People assigned by staff stay; people removed by staff are not assigned again. */
export async function replaceAssignments(
  tx: Tx,
  bookId: string,
  { authors, editors }: Manifest['assigned'],
): Promise<void> {
  const rows = [
    ...authors.map((email) => ({ email: email.toLowerCase(), role: 'author' })),
    ...editors.map((email) => ({ email: email.toLowerCase(), role: 'editor' })),
  ];
  const named = sql`jsonb_to_recordset(${jsonb(rows)}) as x(email text, role text)`;
  await sql`delete from book_assignments a
    where book_id = ${bookId} and role in ('author', 'editor') and set_at is null
      and not exists (select from ${named} where x.email = a.email and x.role = a.role
        and not exists (select from book_dismissals d
          where d.book_id = a.book_id and d.email = a.email and d.role = a.role))`.execute(tx);
  await sql`insert into book_assignments (book_id, email, role)
    select distinct ${bookId}::uuid, x.email, x.role
    from ${named}
    where not exists (select from book_dismissals d
      where d.book_id = ${bookId} and d.email = x.email and d.role = x.role)
    on conflict do nothing`.execute(tx);
}

/** Inserts a new package. A field that the manifest omits, or that staff set, stays. `price`: null if it stays. */
export async function upsertPackage(
  tx: Tx,
  bookId: string,
  { slug, name, description }: Manifest['packages'][number],
  { imageKey, price }: { imageKey: string | null; price: ShopPrice | null },
  now: Date,
): Promise<void> {
  const keptUnless = (column: string) => sql.ref(`${price ? 'excluded' : 'packages'}.${column}`);
  const { id } = await one(
    tx,
    sql<{ id: string }>`
      insert into packages (id, slug, name, description, price_cents, price_set_in, price_set_by, price_set_at,
        image_key, published_at, created_at)
      values (${newId()}, ${slug}, ${name ?? slug}, ${description ?? ''}, ${price?.cents ?? 0}, ${price?.setIn ?? null},
        ${price?.setBy ?? null}, ${price?.setAt ?? null}, ${imageKey}, ${now}, ${now})
      on conflict (slug) do update set
        name = case when packages.details_set_at is null then coalesce(${name ?? null}, packages.name)
          else packages.name end,
        description = case when packages.details_set_at is null
          then coalesce(${description ?? null}, packages.description) else packages.description end,
        price_cents = ${keptUnless('price_cents')}, price_set_in = ${keptUnless('price_set_in')},
        price_set_by = ${keptUnless('price_set_by')}, price_set_at = ${keptUnless('price_set_at')},
        image_key = case when packages.details_set_at is null then coalesce(${imageKey}, packages.image_key)
          else packages.image_key end
      returning id`,
  );
  await addToPackage(tx, id, bookId);
}

export async function upsertProgram(
  tx: Tx,
  bookId: string,
  { slug, name }: Manifest['programs'][number],
  photoKey: string | null,
  now: Date,
): Promise<void> {
  const { id } = await one(
    tx,
    sql<{ id: string }>`
      insert into programs (id, slug, name, photo_key, created_at)
      values (${newId()}, ${slug}, ${name ?? slug}, ${photoKey}, ${now})
      on conflict (slug) do update set
        name = case when programs.details_set_at is null then coalesce(${name ?? null}, programs.name)
          else programs.name end,
        photo_key = case when programs.details_set_at is null then coalesce(${photoKey}, programs.photo_key)
          else programs.photo_key end
      returning id`,
  );
  await sql`insert into program_books (program_id, book_id, position)
    select ${id}::uuid, ${bookId}::uuid, coalesce(max(position) + 1, 0) from program_books where program_id = ${id}
    having exists (select from programs where id = ${id} and books_set_at is null)
    on conflict do nothing`.execute(tx);
}

export async function deleteMemberships(
  tx: Tx,
  bookId: string,
  { packages, programs }: { packages: string[]; programs: string[] },
  now: Date,
): Promise<void> {
  await removePackageBooks(
    tx,
    sql`book_id = ${bookId}
      and package_id in (select id from packages where slug = any(${packages}) and books_set_at is null)`,
    now,
  );
  await sql`delete from program_books where book_id = ${bookId}
    and program_id in (select id from programs where slug = any(${programs}) and books_set_at is null)`.execute(
    tx,
  );
}
