import type { CertificateKind, Requirements } from '@vesalius/contract/certificates';
import { CERTIFICATE_MIN_PERCENT } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { CertificatesTable } from '../../schema/tables.ts';
import { labelOf } from '../catalogue/page-label.ts';
import { hasOtherEditions } from '../commerce/edition-columns.ts';
import type { EarningFacts } from './earned-kinds.ts';

export interface CertificateRow
  extends Pick<
    CertificatesTable,
    | 'id'
    | 'uniqueId'
    | 'userId'
    | 'bookId'
    | 'userName'
    | 'bookTitle'
    | 'bookVersion'
    | 'authorName'
    | 'title'
    | 'description'
    | 'hoursOfParticipation'
    | 'creditsMaximum'
    | 'creditsClaimed'
    | 'provider'
    | 'accreditationStatement'
    | 'designationStatement'
    | 'finalScore'
    | 'finalTotal'
    | 'completedAt'
    | 'issuedAt'
    | 'revokedAt'
    | 'statusNumber'
  > {
  readonly kind: CertificateKind;
  readonly requirements: Requirements | null;
  /** On the day of issue. */
  readonly bookCompleted: CertificatesTable['bookCompleted'];
  /** YYYY-MM-DD in the reader's time zone. */
  readonly completedOn: CertificatesTable['completedOn'];
  /** The account's name when staff corrected the one on the certificate; null = it shows the account's name. */
  readonly accountName: CertificatesTable['accountName'];
}

export const columns = sql`c.id, c.unique_id as "uniqueId", c.user_id as "userId", c.book_id as "bookId", c.kind,
  c.user_name as "userName", c.book_title as "bookTitle", c.book_version as "bookVersion",
  c.author_name as "authorName", c.title, c.description, c.requirements,
  c.hours_of_participation as "hoursOfParticipation",
  c.credits_maximum as "creditsMaximum", c.credits_claimed as "creditsClaimed", c.provider,
  c.accreditation_statement as "accreditationStatement", c.designation_statement as "designationStatement",
  c.final_score as "finalScore", c.final_total as "finalTotal", c.completed_at as "completedAt",
  c.completed_on as "completedOn", c.issued_at as "issuedAt", c.revoked_at as "revokedAt", c.account_name as "accountName",
  c.book_completed as "bookCompleted", c.status_number as "statusNumber"`;

/** A revoked certificate is not listed for its holder, nor an issue that was replaced. */
const current = sql`c.replaced_at is null and c.revoked_at is null`;

/** What decides whether and when this reader earned the certificates of these books; none for a reader who left. */
export function listEarningFacts(
  db: Db,
  userId: string,
  bookIds: readonly string[],
): Promise<EarningFacts[]> {
  return many(
    db,
    sql<EarningFacts>`
      select b.id as "bookId", b.title as "bookTitle", b.edition as "bookVersion", b.author as "authorName", b.certificate,
        b.expiry_date as "expiryDate", trim(u.first_name || ' ' || u.second_name) as "userName",
        u.time_zone as "timeZone", coalesce(p.may_claim_credit, false) as "mayClaimCredit",
        b.number_of_pages as "numberOfPages",
        exists (select 1 from surveys s join survey_questions q on q.survey_id = s.id and q.retired_at is null
          where s.book_id = b.id and s.retired_at is null) as "hasSurvey",
        (select r.submitted_at from survey_responses r join surveys s on s.id = r.survey_id
          where s.book_id = b.id and r.user_id = u.id) as "surveyAt",
        completed.at is not null as "bookCompleted", completed.at as "bookCompletedAt",
        (select coalesce(sum(k.number_shown), 0)::int from shown_pages k
          where k.user_id = u.id and k.book_id = b.id) as "pagesShown",
        (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title,
            'page', turn.page, 'page_label', ${labelOf(sql`turn.page`)}, 'solved_at', (select floor(extract(epoch from a.submitted_at) * 1000)
              from attempts a where a.user_id = u.id and a.kind = 'post' and a.subject_id = t.id))
            order by t.pre_page, t.id), '[]')
          from tests t cross join lateral (select case when exists (select 1 from attempts a where a.user_id = u.id
              and a.kind = 'pre' and a.subject_id = t.id) then t.post_page else t.pre_page end as page) turn
          where t.book_id = b.id and t.is_mandatory and t.retired_at is null) as "mandatoryTests",
        best.score as "finalScore", best.total as "finalTotal",
        (select min(a.submitted_at) from attempts a where a.user_id = u.id and a.book_id = b.id
          and a.kind = 'final' and a.score * 100 >= a.total * ${CERTIFICATE_MIN_PERCENT}) as "reachedAt"
      from users u join books b on b.id = any(${[...bookIds]}::uuid[])
      left join professions p on p.id = u.profession_id
      left join lateral (
        select coalesce(g.completed_at, g.updated_at) as at from book_progress g
        where g.user_id = u.id and g.book_id = b.id and g.status = 'completed'
      ) completed on true
      left join lateral (
        select a.score, a.total from attempts a
        where a.user_id = u.id and a.book_id = b.id and a.kind = 'final' and a.total > 0
        order by a.score::numeric / a.total desc, a.number limit 1
      ) best on true
      where u.id = ${userId} and u.deleted_at is null`,
  );
}

/** Null = no such book or reader. */
export const findEarningFacts = async (
  db: Db,
  userId: string,
  bookId: string,
): Promise<EarningFacts | null> => (await listEarningFacts(db, userId, [bookId]))[0] ?? null;

/** One transaction after the other issues to a reader. */
export async function lockReader(tx: Tx, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx);
}

/** Does nothing if the reader has this kind for this book: one per reader, book and kind. */
export async function insertCertificate(
  tx: Tx,
  row: Omit<CertificateRow, 'revokedAt' | 'accountName' | 'statusNumber'> & { accountName?: string | null },
): Promise<boolean> {
  const inserted = await affected(
    tx,
    sql`insert into certificates (id, unique_id, user_id, book_id, kind, user_name, book_title, book_version,
        author_name, title, description, requirements,
        hours_of_participation, credits_maximum, credits_claimed, provider,
        accreditation_statement, designation_statement, final_score, final_total, completed_at, completed_on, issued_at, account_name,
        book_completed)
      values (${row.id}, ${row.uniqueId}, ${row.userId}, ${row.bookId}, ${row.kind}, ${row.userName}, ${row.bookTitle},
        ${row.bookVersion}, ${row.authorName}, ${row.title}, ${row.description},
        ${row.requirements && JSON.stringify(row.requirements)}::jsonb, ${row.hoursOfParticipation},
        ${row.creditsMaximum}, ${row.creditsClaimed}, ${row.provider}, ${row.accreditationStatement},
        ${row.designationStatement}, ${row.finalScore}, ${row.finalTotal}, ${row.completedAt}, ${row.completedOn},
        ${row.issuedAt}, ${row.accountName ?? null}, ${row.bookCompleted})
      on conflict (user_id, book_id, kind) where replaced_at is null do nothing`,
  );
  return inserted === 1;
}

/** 0: no certificate was issued. */
export const findLastStatusNumber = async (db: Db): Promise<number> =>
  (await one(db, sql<{ last: number }>`select coalesce(max(status_number), 0) as last from certificates`))
    .last;

/** Of the issues between two numbers that were revoked or replaced. */
export const listEndedStatusNumbers = async (db: Db, first: number, last: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ number: number }>`select c.status_number as number from certificates c
        where c.status_number between ${first} and ${last} and not (${current})`,
    )
  ).map(({ number }) => number);

export async function listCertificates(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CertificateRow[]; count: number }> {
  const ofReader: RawBuilder<unknown> = sql`from certificates c where c.user_id = ${userId} and ${current}`;
  const [rows, { count }] = await Promise.all([
    many(
      db,
      sql<CertificateRow>`select ${columns} ${ofReader}
        order by c.completed_on desc, c.completed_at desc, c.book_id, c.kind limit ${limit} offset ${offset}`,
    ),
    one(db, sql<{ count: number }>`select count(*) as count ${ofReader}`),
  ]);
  return { rows, count };
}

/** How many are listed for their holder. */
const MAX_REVOKED = 20;

/** The revoked certificates of a reader, the latest first, with the reason that staff gave. */
export const listRevoked = (db: Db, userId: string) =>
  many(
    db,
    sql<
      Pick<CertificateRow, 'id' | 'uniqueId' | 'bookId' | 'bookTitle' | 'kind'> & {
        revokedAt: Date;
        reason: CertificatesTable['revokedReason'];
      }
    >`select c.id, c.unique_id as "uniqueId", c.book_id as "bookId", c.book_title as "bookTitle", c.kind,
        c.revoked_at as "revokedAt", c.revoked_reason as reason
      from certificates c
      where c.user_id = ${userId} and c.replaced_at is null and c.revoked_at is not null
      order by c.revoked_at desc, c.id limit ${MAX_REVOKED}`,
  );

/** How many of the most recent books are listed. */
const MAX_PENDING = 20;

/**
 * Books with a certificate for which this reader took the final test or answered the survey and has no certificate, not even a
 * revoked one; the most recent ones first.
 */
export async function listBegunCertificates(
  db: Db,
  userId: string,
  readable: 'all' | readonly string[],
): Promise<string[]> {
  const isReadable = readable === 'all' ? sql`true` : sql`b.id = any(${[...readable]}::uuid[])`;
  const rows = await many(
    db,
    sql<{ bookId: string }>`
      with begun as (
        select a.book_id, a.submitted_at as at from attempts a where a.user_id = ${userId} and a.kind = 'final'
        union all
        select s.book_id, r.submitted_at from survey_responses r join surveys s on s.id = r.survey_id
        where r.user_id = ${userId}
      )
      select b.id as "bookId" from begun g join books b on b.id = g.book_id
      where b.certificate is not null and ${isReadable}
        and not exists (select 1 from certificates c where c.user_id = ${userId} and c.book_id = b.id)
      group by b.id order by max(g.at) desc, b.id limit ${MAX_PENDING}`,
  );
  return rows.map(({ bookId }) => bookId);
}

/** The book's title on a certificate, with the edition on it if another edition of the book was published. */
export async function readTitleWithEdition(
  db: Db,
  { bookId, bookTitle, bookVersion }: Pick<CertificateRow, 'bookId' | 'bookTitle' | 'bookVersion'>,
): Promise<string> {
  const several = await maybeOne(
    db,
    sql<{ yes: boolean }>`select true as yes from books b where b.id = ${bookId} and ${hasOtherEditions}`,
  );
  return several ? `${bookTitle} (${bookVersion})` : bookTitle;
}

export function findCertificate(db: Db, userId: string, id: string): Promise<CertificateRow | null> {
  return maybeOne(
    db,
    sql<CertificateRow>`select ${columns} from certificates c
      where c.id = ${id} and c.user_id = ${userId} and ${current}`,
  );
}

/**
 * Locks the first issue of a number, which exists whatever replaces it. So a change waits for one in progress, and then reads its
 * result.
 */
export async function lockNumber(tx: Tx, by: { uniqueId: string } | { id: string }): Promise<void> {
  const number =
    'uniqueId' in by
      ? sql`${by.uniqueId}`
      : sql`(select n.unique_id from certificates n where n.id = ${by.id})`;
  await sql`select c.id from certificates c where c.unique_id = ${number}
    order by c.issued_at, c.id limit 1 for update`.execute(tx);
}

/** Serializes claims and reissues of two tabs, and changes by staff. */
export const lockCertificate = (tx: Tx, userId: string, id: string) =>
  lockStanding(tx, { userId, id }, sql`c.id = ${id}`);

/** Locks the current issue with the same number, because another tab may have replaced the given one. */
export const lockLatestIssue = (tx: Tx, userId: string, id: string) =>
  lockStanding(
    tx,
    { userId, id },
    sql`c.unique_id = (select n.unique_id from certificates n where n.id = ${id})`,
  );

async function lockStanding(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
  which: RawBuilder<unknown>,
): Promise<CertificateRow | null> {
  await lockNumber(tx, { id });
  return maybeOne(
    tx,
    sql<CertificateRow>`select ${columns} from certificates c
      where ${which} and c.user_id = ${userId} and ${current} for update`,
  );
}

export function listCertificatesOfBook(db: Db, userId: string, bookId: string): Promise<CertificateRow[]> {
  return many(
    db,
    sql<CertificateRow>`select ${columns} from certificates c
      where c.user_id = ${userId} and c.book_id = ${bookId} and ${current}`,
  );
}

/** `reason` is given by staff; null if the holder replaces it. */
export async function replaceCertificate(
  tx: Tx,
  { id, at, reason }: { id: string; at: Date; reason: string | null },
): Promise<void> {
  await sql`update certificates set replaced_at = ${at}, replaced_reason = ${reason} where id = ${id}`.execute(
    tx,
  );
}

export async function updateClaim(tx: Tx, id: string, credits: number): Promise<void> {
  await sql`update certificates set credits_claimed = ${credits} where id = ${id}`.execute(tx);
}

export type VerificationRow = CertificateRow & { readonly earlierIssueAt: Date | null };
/** For anyone with the number: the current issue, and when the previous one was made. */
export function findByNumber(db: Db, uniqueId: string): Promise<VerificationRow | null> {
  return maybeOne(
    db,
    sql<VerificationRow>`select ${columns},
        (select max(e.issued_at) from certificates e where e.unique_id = c.unique_id and e.replaced_at is not null)
          as "earlierIssueAt"
      from certificates c where c.unique_id = ${uniqueId} and c.replaced_at is null`,
  );
}

export async function getName(db: Db, userId: string): Promise<string> {
  const query = sql<{ name: string }>`
    select trim(first_name || ' ' || second_name) as name from users where id = ${userId}`;
  return (await one(db, query)).name;
}
