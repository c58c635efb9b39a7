import { sql } from 'kysely';
import { affected, type Db, many, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { PromoCodesTable, UsersTable } from '../schema/tables.ts';

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

/** Verified and complete, like an account that signed up long ago. */
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

/** Creates the program before a book refers to it; changes by staff are kept. */
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

/** Valid for every book and package, without a limit of uses. */
export async function insertDemoPromoCode(
  db: Db,
  { name, percent }: { name: string; percent: number },
  now: Date,
): Promise<void> {
  await sql`insert into promo_codes (id, name, kind, value, max_uses_per_person, created_at)
    values (${newId()}, ${name}, 'percentage', ${percent}, null, ${now})
    on conflict do nothing`.execute(db);
}

export interface DemoAccountRow extends Pick<UsersTable, 'id' | 'passwordHash'> {
  readonly email: string;
  readonly role: string;
}

/** Accounts with these addresses that someone can sign in to. */
export const listOpenAccounts = (db: Db, emails: readonly string[]): Promise<DemoAccountRow[]> =>
  many(
    db,
    sql<DemoAccountRow>`
      select id, lower(email) as email, role, password_hash as "passwordHash" from users
      where deleted_at is null and lower(email) = any(${[...emails]})
        and (password_hash is not null or google_subject is not null) order by email`,
  );

/** Makes signing in impossible; the data of the accounts are kept. */
export async function closeAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  const those = sql`any(${[...ids]}::uuid[])`;
  await sql`update users set password_hash = null, google_subject = null where id = ${those}`.execute(tx);
  await sql`delete from sessions where user_id = ${those}`.execute(tx);
  await sql`delete from one_time_tokens where user_id = ${those}`.execute(tx);
}

/** Codes that are unchanged since the demo created them; one that staff have limited is no longer the demo's. */
export async function listOpenPromoCodes(
  db: Db,
  codes: readonly { name: string; percent: number }[],
  now: Date,
): Promise<{ id: string; name: string }[]> {
  return many(
    db,
    sql<Pick<PromoCodesTable, 'id' | 'name'>>`
      select p.id, p.name from promo_codes p
      join unnest(${codes.map(({ name }) => name)}::text[], ${codes.map(({ percent }) => percent)}::integer[])
        as made(name, percent) on lower(made.name) = lower(p.name) and made.percent = p.value
      where p.kind = 'percentage' and p.max_uses is null and p.max_uses_per_person is null
        and p.mail_domain is null and (p.ends_at is null or p.ends_at > ${now}) order by p.name`,
  );
}

/** The codes cannot be used any more; subscriptions that were bought with them are kept. */
export async function endPromoCodes(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`update promo_codes set ends_at = ${now} where id = any(${[...ids]}::uuid[])`.execute(tx);
}
