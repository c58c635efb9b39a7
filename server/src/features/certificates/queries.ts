import type { CertificateKind, Requirements } from '@vesalius/contract/certificates';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { CertificatesTable } from '../../schema/tables.ts';
import { hasOtherEditions } from '../commerce/edition-columns.ts';

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
