import { sql } from 'kysely';
import { affected, type Db, many } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

export interface DemoPerson {
  readonly role: string;
  readonly email: string;
  readonly firstName: string;
  readonly secondName: string;
}

export async function listKnownEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await many(
    db,
    sql<{ email: string }>`select lower(email) as email from users
      where deleted_at is null and lower(email) = any(${[...emails]})`,
  );
  return new Set(rows.map(({ email }) => email));
}

/** Verified and complete, as if the person had signed up long ago. */
export async function insertDemoPerson(
  db: Db,
  { role, email, firstName, secondName }: DemoPerson,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into users (id, role, email, password_hash, email_verified_at, first_name, second_name, institution,
      city, country_id, profession_id, terms_accepted_at, created_at)
    values (${newId()}, ${role}, ${email}, ${passwordHash}, ${now}, ${firstName}, ${secondName},
      'Fabrica Teaching Hospital', 'Leuven', (select id from countries where code = 'BE'),
      (select id from professions where key = 'physician'), ${now}, ${now})
    on conflict do nothing`.execute(db);
}

/** The program is there even before a book names it; what staff changed about it stays. */
export async function insertDemoProgram(
  db: Db,
  { slug, name, directorEmail }: { slug: string; name: string; directorEmail: string },
  now: Date,
): Promise<void> {
  await sql`insert into programs (id, slug, name, created_at) values (${newId()}, ${slug}, ${name}, ${now})
    on conflict (slug) do nothing`.execute(db);
  await affected(
    db,
    sql`insert into program_directors (program_id, user_id)
      select p.id, u.id from programs p, users u
      where p.slug = ${slug} and lower(u.email) = ${directorEmail} and u.deleted_at is null
      on conflict do nothing`,
  );
}

/** For every book and package, as often as one likes. */
export async function insertDemoPromoCode(
  db: Db,
  { name, percent }: { name: string; percent: number },
  now: Date,
): Promise<void> {
  await sql`insert into promo_codes (id, name, kind, value, max_uses_per_person, created_at)
    values (${newId()}, ${name}, 'percentage', ${percent}, null, ${now})
    on conflict do nothing`.execute(db);
}
