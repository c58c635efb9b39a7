import type { Role } from '@vesalius/contract/calls';
import type { Language } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import { tellConstraints } from '../../platform/errors.ts';
import type {
  CountriesTable,
  InstitutionMembersTable,
  ProfessionsTable,
  UsersTable,
} from '../../schema/tables.ts';
import { SEAT_ORDER, startedSeats, usableSeats } from './seats.ts';

export interface UserRow
  extends Pick<
    UsersTable,
    | 'id'
    | 'role'
    | 'email'
    | 'passwordHash'
    | 'googleSubject'
    | 'firstName'
    | 'secondName'
    | 'phone'
    | 'institution'
    | 'countryId'
    | 'city'
    | 'imageKey'
    | 'isBeta'
    | 'timeZone'
    | 'wantsDigest'
    | 'wantsWeekly'
    | 'wantsWorkComments'
  > {
  /** A new session is refused if this has changed: see `insertSession`. */
  credentialsVersion: UsersTable['credentialsVersion'];
  emailVerified: boolean;
  /** False until the owner has opened an account that others created: see `demandProfile`. */
  hasAcceptedTerms: boolean;
  language: Language;
  jobId: ProfessionsTable['id'] | null;
  jobType: ProfessionsTable['name'] | null;
  jobTypeAr: ProfessionsTable['nameAr'] | null;
  /** Of several, the first by `SEAT_ORDER`, as on the pages of the institution. */
  institutionId: InstitutionMembersTable['institutionId'] | null;
  /** In the institution of `institutionId`. */
  isInstitutionManager: boolean;
  /** Also an institution that has ended. */
  managesInstitution: boolean;
  hasSecondFactor: boolean;
  recoveryCodesLeft: number;
}

/** An account with its profession and its running institution; not a deleted one. */
const findUser = (db: Db, now: Date, where: RawBuilder<unknown>): Promise<UserRow | null> =>
  maybeOne(
    db,
    sql<UserRow>`
      select u.id, u.role, u.email, u.password_hash as "passwordHash",
        u.credentials_version as "credentialsVersion", u.google_subject as "googleSubject",
        u.email_verified_at is not null as "emailVerified", u.terms_accepted_at is not null as "hasAcceptedTerms",
        u.first_name as "firstName", u.second_name as "secondName", u.phone, u.institution, u.country_id as "countryId", u.city,
        u.image_key as "imageKey", u.is_beta as "isBeta", u.language, u.time_zone as "timeZone",
        u.wants_digest as "wantsDigest", u.wants_weekly as "wantsWeekly",
        u.wants_work_comments as "wantsWorkComments", p.id as "jobId", p.name as "jobType", p.name_ar as "jobTypeAr",
        seat.id as "institutionId", coalesce(seat.is_manager, false) as "isInstitutionManager",
        exists (select 1 from ${startedSeats(now)} where m.is_manager) as "managesInstitution",
        exists (select 1 from second_factors f where f.user_id = u.id and f.turned_on_at is not null) as "hasSecondFactor",
        (select count(*)::int from recovery_codes c where c.user_id = u.id) as "recoveryCodesLeft"
      from users u left join professions p on p.id = u.profession_id
        left join lateral (
          select i.id, m.is_manager from ${usableSeats(now)} order by ${SEAT_ORDER} limit 1) seat on true
      where u.deleted_at is null and ${where}`,
  );

export const findUserById = (db: Db, id: string, now: Date) => findUser(db, now, sql`u.id = ${id}`);
export const findUserByEmail = (db: Db, email: string, now: Date) =>
  findUser(db, now, sql`lower(u.email) = ${email.toLowerCase()}`);
export const findUserByGoogleSubject = (db: Db, subject: string, now: Date) =>
  findUser(db, now, sql`u.google_subject = ${subject}`);

export const lockPersonByEmail = (tx: Tx, email: string): Promise<{ id: string; role: Role } | null> =>
  maybeOne(
    tx,
    sql<{ id: string; role: Role }>`
      select id, role from users where lower(email) = ${email.toLowerCase()} and deleted_at is null for share`,
  );

export interface NewUser {
  id: string;
  role: Role;
  email: string;
  passwordHash?: string | null;
  googleSubject?: string | null;
  verifiedAt?: Date | null;
  firstName: string;
  secondName: string;
  phone?: string | null;
  institution?: string | null;
  countryId?: string | null;
  city?: string | null;
  professionId?: string | null;
  imageKey?: string | null;
  language?: Language;
  timeZone?: string;
  termsAcceptedAt?: Date | null;
}

tellConstraints({ users_email: 'email_taken', users_google_subject_key: 'email_taken' });

/** A registered address or Google account violates a constraint, which becomes the error `email_taken`. */
export async function insertUser(db: Db, user: NewUser, now: Date): Promise<void> {
  await sql`
    insert into users (id, role, email, password_hash, google_subject, email_verified_at, first_name, second_name,
      phone, institution, country_id, city, profession_id, image_key, language, time_zone, terms_accepted_at, created_at)
    values (${user.id}, ${user.role}, ${user.email.toLowerCase()}, ${user.passwordHash ?? null},
      ${user.googleSubject ?? null}, ${user.verifiedAt ?? null}, ${user.firstName}, ${user.secondName},
      ${user.phone ?? null}, ${user.institution ?? null}, ${user.countryId ?? null}, ${user.city ?? null},
      ${user.professionId ?? null}, ${user.imageKey ?? null}, ${user.language ?? 'en'}, ${user.timeZone ?? 'UTC'},
      ${user.termsAcceptedAt ?? null}, ${now})`.execute(db);
}

/** Undefined fields are not changed. */
export interface ProfileFields {
  readonly firstName?: string | undefined;
  readonly secondName?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly institution?: string | null | undefined;
  readonly countryId?: string | undefined;
  readonly city?: string | null | undefined;
  readonly professionId?: string | undefined;
  readonly imageKey?: string | null | undefined;
  readonly language?: Language | undefined;
  readonly timeZone?: string | undefined;
  readonly wantsDigest?: boolean | undefined;
  readonly wantsWeekly?: boolean | undefined;
  readonly wantsWorkComments?: boolean | undefined;
}

export async function updateUserProfile(db: Db, userId: string, fields: ProfileFields): Promise<void> {
  const orAsItIs = (value: string | null | undefined, column: string) =>
    value === undefined ? sql.ref(column) : sql`${value}`;
  await sql`
    update users set first_name = coalesce(${fields.firstName ?? null}, first_name),
      second_name = coalesce(${fields.secondName ?? null}, second_name),
      phone = ${orAsItIs(fields.phone, 'phone')}, institution = ${orAsItIs(fields.institution, 'institution')},
      country_id = coalesce(${fields.countryId ?? null}::uuid, country_id), city = ${orAsItIs(fields.city, 'city')},
      profession_id = coalesce(${fields.professionId ?? null}::uuid, profession_id),
      image_key = ${orAsItIs(fields.imageKey, 'image_key')},
      language = coalesce(${fields.language ?? null}, language),
      time_zone = coalesce(${fields.timeZone ?? null}, time_zone),
      wants_digest = coalesce(${fields.wantsDigest ?? null}::boolean, wants_digest),
      wants_weekly = coalesce(${fields.wantsWeekly ?? null}::boolean, wants_weekly),
      wants_work_comments = coalesce(${fields.wantsWorkComments ?? null}::boolean, wants_work_comments)
    where id = ${userId}`.execute(db);
}

/** Clears everything that a registration contains, except the name, which every account needs. */
export async function clearProfile(tx: Tx, userId: string): Promise<void> {
  await sql`
    update users set phone = null, institution = null, city = null, country_id = null, profession_id = null,
      image_key = null, terms_accepted_at = null
    where id = ${userId}`.execute(tx);
}

export async function recordTermsAccepted(db: Db, userId: string, now: Date): Promise<void> {
  await sql`update users set terms_accepted_at = coalesce(terms_accepted_at, ${now}) where id = ${userId}`.execute(
    db,
  );
}

export async function updatePasswordHash(db: Db, userId: string, passwordHash: string | null): Promise<void> {
  await sql`update users set password_hash = ${passwordHash} where id = ${userId}`.execute(db);
}

/** True if it was not verified before. */
export async function markEmailVerified(db: Db, userId: string, now: Date): Promise<boolean> {
  const rows = await affected(
    db,
    sql`update users set email_verified_at = ${now} where id = ${userId} and email_verified_at is null`,
  );
  return rows === 1;
}

export const listUnverified = async (db: Db, userIds: readonly string[]): Promise<string[]> =>
  (
    await many(
      db,
      sql<Pick<UsersTable, 'id'>>`select id from users
        where id = any(${[...userIds]}::uuid[]) and email_verified_at is null and deleted_at is null`,
    )
  ).map(({ id }) => id);

/** False if the account is already linked to another Google account. */
export async function updateGoogleSubject(db: Db, userId: string, subject: string): Promise<boolean> {
  const rows = await affected(
    db,
    sql`update users set google_subject = ${subject} where id = ${userId} and google_subject is null`,
  );
  return rows === 1;
}

/** Which of the country and profession do not exist. */
export async function missingReferences(
  db: Db,
  { countryId, professionId }: { countryId: string | undefined; professionId: string | undefined },
): Promise<{ country: boolean; profession: boolean }> {
  return one(
    db,
    sql<{ country: boolean; profession: boolean }>`
      select ${countryId ?? null}::uuid is not null
          and not exists (select 1 from countries where id = ${countryId ?? null}) as country,
        ${professionId ?? null}::uuid is not null
          and not exists (select 1 from professions where id = ${professionId ?? null}) as profession`,
  );
}

export const listCountries = (db: Db) =>
  many(
    db,
    sql<Pick<CountriesTable, 'id' | 'code' | 'name'> & { name_ar: string }>`
      select id, code, name, name_ar from countries order by plain_text(name) collate "C"`,
  );
export const listProfessions = (db: Db) =>
  many(
    db,
    sql<
      Pick<ProfessionsTable, 'id'> & {
        job_type: ProfessionsTable['name'];
        job_type_ar: ProfessionsTable['nameAr'];
        may_claim_credit: boolean;
      }
    >`
      select id, name as job_type, name_ar as job_type_ar, may_claim_credit from professions
      where key not like 'test-%' order by position, name`,
  );

/** Whether an institution or a program gives the user books. */
export const hasPlace = async (db: Db, userId: string, now: Date): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from users u where u.id = ${userId} and (exists (select 1 from ${usableSeats(now)})
      or exists (select 1 from program_students ps where ps.user_id = u.id))`,
  )) !== null;
